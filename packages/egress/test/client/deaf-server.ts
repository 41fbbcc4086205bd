import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

const program = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:fs").writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/**
 * Starts a process that listens on 127.0.0.1 and never accepts, and fills its queue: Linux answers no further SYN, and so
 * whoever connects to the port hears nothing. Resolves with the port.
 */
export async function startDeafServer(): Promise<number> {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [text] = await once(child.stdout, "data");
  const port = Number(text);
  // The queue takes one more than its length.
  for (const _ of [1, 2]) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
  }
  return port;
}
