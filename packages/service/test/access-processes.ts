import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Problem } from "@wayfare/contract";

/** Message to an access process. */
export type ToProcess = { nowMs: number } | { release: true };

/** Message of an access process: its URL, its clock, or that a search waits for its supplier. */
export type ToParent = { url: string } | { nowMs: number } | { searching: true };

/** An app in a separate process. */
export interface AccessProcess {
  setClock(nowMs: number): Promise<void>;
  /** Resolves when the next search has reached the supplier, which responds only after `release`. */
  nextSearch(): Promise<void>;
  release(): void;
  /** 200, or the error code. */
  ask(key: string, path?: string): Promise<number | string>;
  request(key: string | null, path: string, options?: { method?: string; body?: object }): Promise<ProcessAnswer>;
  stop(): Promise<void>;
  /** Kills the process. */
  kill(): Promise<void>;
}

interface ProcessAnswer {
  status: number;
  body: Partial<Problem>;
}

/** Starts an app on a database. A `deaf` one ignores notifications of other processes; a `quick` one has a local supplier. */
export async function startAccessProcess(
  connectionString: string,
  kind: "hearing" | "deaf" | "quick",
): Promise<AccessProcess> {
  const script = fileURLToPath(new URL("./access/access-process.ts", import.meta.url));
  const child = fork(script, [connectionString, kind], { execArgv: [] });
  const { url } = await nextMessage(child, (message) => ("url" in message ? message : undefined));
  const request: AccessProcess["request"] = (key, path, options) => callProcess(url, { key, path, ...options });
  const send = (message: ToProcess): void => void child.send(message);
  return {
    request,
    async setClock(nowMs) {
      const set = nextMessage(child, (message) => ("nowMs" in message ? message : undefined));
      send({ nowMs });
      await set;
    },
    async nextSearch() {
      await nextMessage(child, (message) => ("searching" in message ? message : undefined));
    },
    release: () => send({ release: true }),
    async ask(key, path = "/v1/keys/self") {
      const { status, body } = await request(key, path);
      return body.code ?? status;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
    async kill() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Waits for the next message of a kind. Fails if the process ends first. */
function nextMessage<Message>(child: ChildProcess, pick: (message: ToParent) => Message | undefined): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const read = (message: ToParent): void => {
    const picked = pick(message);
    if (picked !== undefined) resolve(picked);
  };
  const end = (code: number | null): void => reject(new Error(`the process ended with ${code}`));
  child.on("message", read);
  child.once("exit", end);
  return promise.finally(() => child.off("message", read).off("exit", end));
}

async function callProcess(
  url: string,
  { key, path, method, body }: { key: string | null; path: string; method?: string; body?: object },
): Promise<ProcessAnswer> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}
