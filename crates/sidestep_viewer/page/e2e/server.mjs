// Starts and stops playgrounds for tests.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const START_MS = 120_000;

/** Starts a playground on a port, 0 for any; answers its process and address once it listens. */
export async function startServer(cache, port = 0) {
  const binary = process.env.SIDESTEP_BINARY;
  if (!binary) throw new Error("SIDESTEP_BINARY is not set: it names the built `sidestep` program");
  const server = spawn(binary, ["play", "--headless", "--port", String(port), "--cache", cache], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout });
  const address = await new Promise((found, failed) => {
    setTimeout(() => failed(new Error("the playground did not say its address")), START_MS).unref();
    server.once("exit", (code) => failed(new Error(`the playground ended with ${code}`)));
    lines.once("line", (line) => found(JSON.parse(line).address));
  });
  server.removeAllListeners("exit");
  return { server, address };
}

/** Stops a playground and waits until it is gone. */
export function stopServer({ server }) {
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGTERM");
  return gone;
}
