// Takes modules of the page as they are, types and all, into Node: only what needs no document can be taken so.
import path from "node:path";
import { runnerImport } from "vite";

const SOURCES = path.join(import.meta.dirname, "../src");

/** The module of that path below `src`. */
export async function load(name) {
  const { module } = await runnerImport(path.join(SOURCES, name), { configFile: false, logLevel: "error" });
  return module;
}
