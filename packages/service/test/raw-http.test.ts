import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { shareApp } from "./access-app.ts";

const shared = shareApp("pglite");

/** Sends bytes and answers all that comes back until the connection closes. */
async function exchange(bytes: string): Promise<string> {
  const { app } = shared();
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

test("HTTP/1.1 without a Host is refused with a problem, and 1.0 needs none", async () => {
  const answer = await exchange("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"REQUEST_INVALID"');
  expect(await exchange("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});

/** How a request for places is answered that carries these headers. */
async function withHeaders(...headers: string[]): Promise<string> {
  const lines = ["GET /v1/places?q=lon HTTP/1.1", "Host: x", ...headers, "Connection: close", "", ""];
  const answer = await exchange(lines.join("\r\n"));
  return /"code":"(AUTH_[A-Z]+)"/.exec(answer)?.[1] ?? answer.slice(9, 12);
}

test("the key stands in one header, after one word and spaces", async () => {
  const { app } = shared();
  expect(await withHeaders(`authorization: bearer ${app.key}`)).toBe("200");
  expect(await withHeaders(`Authorization:\tBearer  ${app.key} \t`)).toBe("200");
  expect(await withHeaders(`Authorization: Bearer\t${app.key}`)).toBe("AUTH_INVALID");
  expect(await withHeaders(`Authorization: ${app.key}`)).toBe("AUTH_INVALID");
  expect(await withHeaders(`Authorization: Bearer ${app.key}, Bearer ${app.key}`)).toBe("AUTH_INVALID");
  expect(await withHeaders("Authorization: Bearer")).toBe("AUTH_INVALID");
  expect(await withHeaders("Authorization: ")).toBe("AUTH_MISSING");
  const header = `Authorization: Bearer ${app.key}`;
  expect(await withHeaders(header, header)).toBe("AUTH_INVALID");
  expect(await withHeaders(header, "Authorization: Basic eDp5")).toBe("AUTH_INVALID");
});

test("a body that breaks off is not a failure of ours", async () => {
  const { app } = shared();
  const head = `POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\n`;
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.write(`${head}Content-Length: 99\r\nExpect: 100-continue\r\n\r\n{`);
  await once(socket, "data");
  socket.destroy();
  await eventually(() => expect(app.logLines.join("")).toContain('"status":null'));
  await app.call("/healthz");
  expect(app.logLines.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
});

test("an expectation that is not known is ignored", async () => {
  const answer = await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body that is announced too large is refused before it is sent", async () => {
  const { app } = shared();
  const head = `POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\n`;
  const answer = await exchange(`${head}Content-Length: 999999999\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("PAYLOAD_TOO_LARGE");
});
