import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/databases.ts";
import { type RunningApp, runApp } from "./running-app.ts";

let store: TestDatabase;
let app: RunningApp;

beforeAll(async () => {
  store = await createTestDatabase("pglite");
  app = await runApp({ database: store.database });
});

afterAll(async () => {
  await app.close();
  await store.drop();
});

/** Sends bytes and answers all that comes back until the connection closes. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += String(chunk);
  });
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

test("what is not HTTP is answered with a problem and a request id", async () => {
  for (const bytes of [
    "HELO\r\n\r\n",
    "GET / HTTP/1.1\r\nbad header\r\n\r\n",
    `GET / HTTP/1.1\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
  ]) {
    const answer = await exchange(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nRequest-Id: req_[0-9a-z]{26}\r\n/);
    expect(answer).toContain('"code":"REQUEST_INVALID"');
  }
});

test("an expectation that is not known is ignored", async () => {
  const answer = await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body that is announced too large is refused before it is sent", async () => {
  const head = `POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\n`;
  const answer = await exchange(`${head}Content-Length: 999999999\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("PAYLOAD_TOO_LARGE");
});
