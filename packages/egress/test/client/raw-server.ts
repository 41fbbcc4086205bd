import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";

/** A request as it came: the head in Latin-1, and the body. */
export interface RawRequest {
  readonly head: string;
  readonly body: string;
}

/** A server that says on a loopback socket whatever a test wants, HTTP or not. */
export interface RawServer {
  readonly port: number;
  /** Every TCP connection that was ever made. */
  readonly sockets: readonly Socket[];
  /** Every whole request. */
  readonly requests: readonly RawRequest[];
  /** Resolves when every connection that was made is closed. */
  allClosed(): Promise<void>;
}

export interface RawServerOptions {
  readonly tls?: TlsOptions;
  /** Told of each connection, with TLS after its handshake. */
  readonly onConnection?: (socket: Socket) => void;
  readonly host?: string;
  readonly port?: number;
}

/** Starts a server on 127.0.0.1 that ends with the test. It is told of each whole request. */
export async function startRawServer(
  onRequest: (socket: Socket, request: RawRequest, count: number) => void,
  { tls, onConnection, host = "127.0.0.1", port = 0 }: RawServerOptions = {},
): Promise<RawServer> {
  const sockets: Socket[] = [];
  const requests: RawRequest[] = [];
  const converse = (socket: Socket) => {
    onConnection?.(socket);
    readRequests(socket, (request) => onRequest(socket, request, requests.push(request)));
  };
  const server = tls ? createTlsServer(tls, converse) : createServer(converse);
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
    // A server that listens on TCP has an address with a port.
    port: (server.address() as AddressInfo).port,
    sockets,
    requests,
    allClosed: async () => {
      await Promise.all(sockets.map(closed));
    },
  };
}

/** An answer as text, with the length of its body. */
export function answer(status: number, body = "", headers = ""): string {
  return `HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

/** Resolves when a server has got the next connection, and with it every one that what was going on has begun. */
export async function probe(server: RawServer, host = "127.0.0.1"): Promise<void> {
  // A socket tells that it is closed only at the end of the turn of the loop.
  for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
  const count = server.sockets.length;
  const socket = connect(server.port, host);
  await once(socket, "connect");
  await eventually(() => expect(server.sockets.length).toBeGreaterThan(count));
  socket.destroy();
}

/** Says a text again and again, every few milliseconds, until the connection ends. */
export function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on("close", () => clearInterval(timer));
}

/** events.once would reject where a connection ends with an error, which is an end too. */
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
