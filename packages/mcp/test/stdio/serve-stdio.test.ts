import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { serveStdio } from "../../src/stdio/serve-stdio.ts";

interface Received {
  path: string | undefined;
  authorization: string | undefined;
  message: { id?: number; method: string };
}

/** Starts a service that answers each request with its method, and the method `hang` never. */
async function startEcho() {
  const received: Received[] = [];
  const aborted: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const message = JSON.parse(body);
      received.push({ path: request.url, authorization: request.headers.authorization, message });
      if (message.method === "hang") response.on("close", () => aborted.push("hang"));
      else if (message.method === "refuse") {
        response.writeHead(401, { "content-type": "application/problem+json" });
        response.end(JSON.stringify({ detail: "Unknown key." }));
      } else if (message.id === undefined) response.writeHead(202).end();
      else response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { method: message.method } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, aborted };
}

function start(url: string) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const controller = new AbortController();
  const ended = serveStdio({ url, key: "key_test_x", stdin, stdout, stderr, signal: controller.signal });
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const readAll = async () => {
    stdin.end();
    await ended;
    return {
      out: String(stdout.read() ?? "")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
      err: String(stderr.read() ?? ""),
    };
  };
  return { send, readAll, stdin, stdout, abort: () => controller.abort(), ended };
}

test("forwards requests and notifications with the key, and prints the answers", async () => {
  const { url, received } = await startEcho();
  const { send, readAll } = start(`${url}/`);
  send({ id: 1, method: "tools/list" });
  send({ method: "notifications/initialized" });
  const { out, err } = await readAll();
  expect(out).toEqual([{ jsonrpc: "2.0", id: 1, result: { method: "tools/list" } }]);
  expect(err).toBe("");
  expect(received).toHaveLength(2);
  expect(received[0]).toMatchObject({ path: "/mcp", authorization: "Bearer key_test_x" });
});

test("answers with an error if the service refuses or cannot be reached, and skips invalid lines", async () => {
  const { url } = await startEcho();
  const refused = start(url);
  refused.stdin.write("{broken\n");
  refused.send({ id: 1, method: "refuse" });
  const { out, err } = await refused.readAll();
  expect(out).toMatchObject([{ id: 1, error: { code: -32_000, message: "The service answered 401: Unknown key." } }]);
  expect(err).toContain("invalid message");
  const unreachable = start("http://127.0.0.1:1");
  unreachable.send({ id: 2, method: "ping" });
  expect((await unreachable.readAll()).out).toMatchObject([
    { id: 2, error: { message: expect.stringContaining("cannot be reached") } },
  ]);
});

test("ends a request that the client cancels, and all at a signal", async () => {
  const { url, received, aborted } = await startEcho();
  const { send, abort, ended, stdout } = start(url);
  send({ id: 1, method: "hang" });
  await expect.poll(() => received.length).toBe(1);
  send({ method: "notifications/cancelled", params: { requestId: 1 } });
  await expect.poll(() => aborted).toEqual(["hang"]);
  send({ id: 2, method: "hang" });
  await expect.poll(() => received.length).toBe(3);
  abort();
  await ended;
  expect(stdout.read()).toBeNull();
});
