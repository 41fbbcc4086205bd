import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { Wayfare, type WayfareOptions } from "../../src/index.ts";

/** Starts a server for one test. `respond` gets each request with its number, counted from 0. */
export async function startServer(
  respond: (response: ServerResponse, attempt: number, request: IncomingMessage) => void,
  options: WayfareOptions = {},
) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    respond(response, requests.length - 1, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Wayfare({ baseUrl, apiKey: "key_test_1", random: () => 0, ...options });
  return { client, requests };
}

/** Starts a response of server-sent events. */
export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "request-id": "req_1" });
}

/** Renders one event. */
export function render(part: { type: string }): string {
  return `event: ${part.type}\ndata: ${JSON.stringify(part)}\n\n`;
}

/** Sends a problem with a status. */
export function sendProblem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/problem+json", "retry-after": "0" });
  response.end(JSON.stringify({ code, title: "Title", status, detail: "Detail.", requestId: "req_1" }));
}
