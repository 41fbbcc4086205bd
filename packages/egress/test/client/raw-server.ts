import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";

/** A received request: the head in Latin-1, and the body. */
export interface RawRequest {
  readonly head: string;
  readonly body: string;
}

/** A TCP server on loopback that writes whatever a test wants, HTTP or not. */
export interface RawServer {
  readonly port: number;
  /** Every accepted TCP connection. */
  readonly sockets: readonly Socket[];
  /** Every complete request. */
  readonly requests: readonly RawRequest[];
  /** Resolves when every accepted connection is closed. */
  allClosed(): Promise<void>;
}

export interface RawServerOptions {
  readonly tls?: TlsOptions;
  /** Called for each connection; with TLS, after the handshake. */
  readonly onConnection?: (socket: Socket) => void;
  readonly host?: string;
  readonly port?: number;
}

/** Starts a server on 127.0.0.1 that stops with the test. `onRequest` is called for each complete request. */
export async function startRawServer(
  onRequest: (socket: Socket, request: RawRequest, count: number) => void,
  { tls, onConnection, host = "127.0.0.1", port = 0 }: RawServerOptions = {},
): Promise<RawServer> {
  const sockets: Socket[] = [];
  const requests: RawRequest[] = [];
  const handle = (socket: Socket) => {
    onConnection?.(socket);
    readRequests(socket, (request) => onRequest(socket, request, requests.push(request)));
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.on("connection", (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
  });
  server.on("tlsClientError", () => {});
  server.listen(port, host);
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    requests,
    allClosed: async () => {
      await Promise.all(sockets.map(closed));
    },
  };
}

/** Returns a response as text, with the length of its body. */
export function formatResponse(status: number, body = "", headers = ""): string {
  return `HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

/** Opens a connection and waits until the server has accepted it and every connection opened before. */
export async function probe(server: RawServer, host = "127.0.0.1"): Promise<void> {
  // A socket reports that it is closed only at the end of the event loop turn.
  for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
  const count = server.sockets.length;
  const socket = connect(server.port, host);
  await once(socket, "connect");
  await eventually(() => expect(server.sockets.length).toBeGreaterThan(count));
  socket.destroy();
}

/** Writes a text every 5 ms until the connection closes. */
export function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on("close", () => clearInterval(timer));
}

/** Unlike events.once, also resolves if the connection closes with an error. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once("close", () => resolve());
  });
}

function readRequests(socket: Socket, onRequest: (request: RawRequest) => void): void {
  let text = "";
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
      const head = text.slice(0, end);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      onRequest({ head, body });
    }
  });
}
