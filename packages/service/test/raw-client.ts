import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { RunningApp } from "./running-app.ts";

/** A connection that keeps its side open until the server closes it, and records received data. */
export interface RawClient {
  socket: Socket;
  received(): string;
  /** Resolves when the service has closed the connection. */
  ended: Promise<void>;
}

/** Opens a connection; with `reads: false` received data stays in the kernel. */
export async function openRaw({ url }: Pick<RunningApp, "url">, options: { reads?: boolean } = {}): Promise<RawClient> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  if (options.reads === false) socket.pause();
  else
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
  // A reset counts as closed.
  socket.on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", resolve).once("close", () => resolve()));
  await once(socket, "connect");
  return { socket, received: () => received, ended };
}

/** Sends one byte every few milliseconds until the connection is closed. */
export function drip({ socket }: RawClient, text: string, everyMs = 5): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text[at++ % text.length] ?? "");
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** Returns the request head of a search with a body length. */
export function searchHead({ key }: Pick<RunningApp, "key">, bodyLength: number): string {
  const lines = [
    "POST /v1/search HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
  ];
  return [...lines, `Content-Length: ${bodyLength}`, "", ""].join("\r\n");
}

/** Counts the open connections of the service. */
export function countConnections({ app }: Pick<RunningApp, "app">): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
