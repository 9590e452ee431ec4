// Starts one playground and runs every test of this folder against it.
//
// SIDESTEP_BINARY is the built `sidestep`; SIDESTEP_URL takes a playground that runs already, SIDESTEP_CACHE
// what it has built. SIDESTEP_PAGE=dist takes the page from that folder instead of from the program.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer, stopServer } from "./server.mjs";

const here = import.meta.dirname;

function runTests(address) {
  const asked = process.argv.slice(2);
  const files = (
    asked.length > 0 ? asked : readdirSync(here).filter((name) => name.endsWith(".test.mjs"))
  ).toSorted();
  const words = [
    "--test",
    "--test-concurrency=1",
    ...files.map((name) => path.join(here, path.basename(name))),
  ];
  const tests = spawn(process.execPath, words, {
    stdio: "inherit",
    env: { ...process.env, SIDESTEP_URL: address, SIDESTEP_CACHE: cache },
  });
  return new Promise((done) => tests.once("exit", (code) => done(code ?? 1)));
}

const kept = process.env.SIDESTEP_CACHE;
const cache = kept ?? mkdtempSync(path.join(tmpdir(), "sidestep-e2e-"));
const started = process.env.SIDESTEP_URL ? null : await startServer(cache);
try {
  process.exitCode = await runTests(started?.address ?? process.env.SIDESTEP_URL);
} finally {
  if (started) await stopServer(started);
  if (!kept) rmSync(cache, { recursive: true, force: true });
}
