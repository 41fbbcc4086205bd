import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

export interface StdioOptions {
  /** URL of the service. */
  url: string;
  key: string;
  stdin: Readable;
  stdout: Writable;
  stderr: Pick<Writable, "write">;
  signal: AbortSignal;
}

/** Code of a JSON-RPC error that a server defines. */
const serverError = -32_000;

/**
 * Forwards each message of standard input to `/mcp` of a running service and prints its answer, so that both transports have the same
 * tools. Resolves at the end of the input, after the last answer.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { stdin, stdout, stderr, signal } = options;
  const transport = new StdioServerTransport(stdin, stdout);
  const pending = new Map<RequestId, AbortController>();
  const running = new Set<Promise<void>>();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no event listeners
  transport.onerror = (error) => void stderr.write(`invalid message: ${error.message}\n`);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no event listeners
  transport.onmessage = (message) => {
    const cancelled = findCancelled(message);
    if (cancelled !== undefined) pending.get(cancelled)?.abort();
    const work = forward(message, { ...options, pending, transport }).finally(() => running.delete(work));
    running.add(work);
  };
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await transport.start();
  await ended;
  if (signal.aborted) for (const controller of pending.values()) controller.abort();
  await Promise.all(running);
  await transport.close();
}

/** Id of the request that a notification cancels. */
function findCancelled(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

type ForwardOptions = StdioOptions & { pending: Map<RequestId, AbortController>; transport: StdioServerTransport };

async function forward(message: JSONRPCMessage, { pending, transport, ...options }: ForwardOptions): Promise<void> {
  const controller = new AbortController();
  const id = isJSONRPCRequest(message) ? message.id : undefined;
  if (id !== undefined) pending.set(id, controller);
  try {
    const answer = await post(message, options, controller.signal);
    if (answer !== undefined) await transport.send(answer);
  } catch (error) {
    // The protocol has no answer to a cancelled request.
    if (controller.signal.aborted) return;
    const text = error instanceof Error ? error.message : String(error);
    if (id === undefined) options.stderr.write(`${text}\n`);
    else await transport.send({ jsonrpc: "2.0", id, error: { code: serverError, message: text } });
  } finally {
    if (id !== undefined) pending.delete(id);
  }
}

/** @throws Error with the reason of the service, or of the connection. */
async function post(
  message: JSONRPCMessage,
  { url, key }: StdioOptions,
  signal: AbortSignal,
): Promise<JSONRPCMessage | undefined> {
  const response = await fetch(`${url.replace(/\/+$/, "")}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(message),
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new Error(`The service at ${url} cannot be reached${cause}.`, { cause: error });
  });
  const text = await response.text();
  const parsed = JSONRPCMessageSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  if (response.ok && text === "") return undefined;
  throw new Error(`The service answered ${response.status}: ${detailOf(parseJson(text))}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailOf(problem: unknown): string {
  const isProblem = typeof problem === "object" && problem !== null && "detail" in problem;
  return isProblem ? String(problem.detail) : "no answer of the Model Context Protocol. Check the URL.";
}
