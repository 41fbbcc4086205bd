import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { RunningApp } from "./running-app.ts";

/** A connection that holds its side open for as long as the other end lets it, and says what it has been told. */
export interface RawClient {
  socket: Socket;
  received(): string;
  /** Resolves once the service has ended the connection. */
  ended: Promise<void>;
}

/** Opens a connection; one that does not read leaves every byte to its kernel. */
export async function openRaw({ url }: Pick<RunningApp, "url">, options: { reads?: boolean } = {}): Promise<RawClient> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  if (options.reads === false) socket.pause();
  else
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
  // A reset is one way to be ended.
  socket.on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", resolve).once("close", () => resolve()));
  await once(socket, "connect");
  return { socket, received: () => received, ended };
}

/** Sends a byte every few milliseconds until the connection is over, whatever the other end says. */
export function drip({ socket }: RawClient, text: string, everyMs = 5): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text[at++ % text.length] ?? "");
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** The head of a search with a body of so many bytes. */
export function searchHead({ key }: Pick<RunningApp, "key">, bodyLength: number): string {
  const lines = [
    "POST /v1/search HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
  ];
  return [...lines, `Content-Length: ${bodyLength}`, "", ""].join("\r\n");
}

/** Connections that the service holds. */
export function countConnections({ app }: Pick<RunningApp, "app">): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
