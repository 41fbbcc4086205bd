import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../../../../examples/receiver/receiver.ts", import.meta.url));

/** The example receiver in its own process, on a free port. */
export interface ReceiverProcess {
  url: string;
  /** Standard output so far, line by line. */
  lines: string[];
  stop(): Promise<void>;
}

export async function startReceiver(secrets: string): Promise<ReceiverProcess> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", WAYFARE_WEBHOOK_SECRETS: secrets },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput += text;
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => lines.push(line));
  const ended = exited.then(() => Promise.reject(new Error(`the receiver exited: ${errorOutput}`)));
  await Promise.race([once(reader, "line"), ended]);
  ended.catch(() => {});
  const url = /http:\/\/\S+/.exec(lines[0] ?? "")?.[0] ?? "";
  const stop = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { url, lines, stop };
}
