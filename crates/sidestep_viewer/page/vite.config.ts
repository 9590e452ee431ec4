// Builds the page into dist/. Names of assets carry a hash of what is in them, so that browsers may
// keep them for ever; the same source gives the same files.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: false,
  },
});
