// Starts one playground and runs every test of this folder against it.
//
// SIDESTEP_BINARY is the built `sidestep`; SIDESTEP_URL takes a playground that runs already.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const here = import.meta.dirname;
const START_MS = 120_000;

/** Starts the playground; answers its process and address. */
async function startServer(cache) {
  const binary = process.env.SIDESTEP_BINARY;
  if (!binary) throw new Error("SIDESTEP_BINARY is not set: it names the built `sidestep` program");
  const server = spawn(binary, ["play", "--headless", "--port", "0", "--cache", cache], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout });
  const address = await new Promise((found, failed) => {
    setTimeout(() => failed(new Error("the playground did not say its address")), START_MS).unref();
    server.once("exit", (code) => failed(new Error(`the playground ended with ${code}`)));
    lines.once("line", (line) => found(JSON.parse(line).address));
  });
  return { server, address };
}

function runTests(address) {
  const asked = process.argv.slice(2);
  const files = (
    asked.length > 0 ? asked : readdirSync(here).filter((name) => name.endsWith(".test.mjs"))
  ).sort();
  const words = [
    "--test",
    "--test-concurrency=1",
    ...files.map((name) => path.join(here, path.basename(name))),
  ];
  const tests = spawn(process.execPath, words, {
    stdio: "inherit",
    env: { ...process.env, SIDESTEP_URL: address },
  });
  return new Promise((done) => tests.once("exit", (code) => done(code ?? 1)));
}

const cache = mkdtempSync(path.join(tmpdir(), "sidestep-e2e-"));
const started = process.env.SIDESTEP_URL ? null : await startServer(cache);
try {
  process.exitCode = await runTests(started?.address ?? process.env.SIDESTEP_URL);
} finally {
  started?.server.removeAllListeners("exit");
  started?.server.kill("SIGTERM");
  rmSync(cache, { recursive: true, force: true });
}
