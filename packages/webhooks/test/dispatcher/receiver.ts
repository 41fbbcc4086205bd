import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  body?: string;
}

/** A webhook receiver on loopback that records requests and sends configured responses. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Response to the nth request, counted from 0; 200 with `{}` by default. */
  reply: (n: number, received: Received) => Reply | Promise<Reply>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", received: [], reply: () => ({ status: 200 }) };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      const n = receiver.received.push(received) - 1;
      void Promise.resolve(receiver.reply(n, received)).then(({ status, body = "{}" }) =>
        response.writeHead(status, { "content-type": "application/json" }).end(body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  receiver.url = `http://127.0.0.1:${port}/hooks`;
  return receiver;
}
