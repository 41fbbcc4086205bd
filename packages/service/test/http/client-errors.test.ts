import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { shareApp } from "../access-app.ts";

const shared = shareApp("pglite");

/** Sends bytes and returns everything received until the connection closes. */
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

const lastHealth = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

test("responds to malformed HTTP with a problem and a request id", async () => {
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

test("rejects HTTP/1.1 without Host with a problem, and accepts HTTP/1.0 without it", async () => {
  const answer = await exchange("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"REQUEST_INVALID"');
  expect(await exchange("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});

test("rejects two Host headers in any order", async () => {
  for (const hosts of ["Host: x\r\nHost: x", "Host: x\r\nhOST: y"]) {
    for (const version of ["1.0", "1.1"]) {
      const answer = await exchange(`GET /healthz HTTP/${version}\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"REQUEST_INVALID"');
    }
  }
});

test.each([16, 40, 1000])(
  "responds to 16 of %i pipelined requests and rejects the next one with 429",
  async (count) => {
    const answer = await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count - 1) + lastHealth);
    const statuses = answer.match(/HTTP\/1\.1 \d+/g);
    const answered = Array.from({ length: 16 }, () => "HTTP/1.1 200");
    expect(statuses).toEqual(count > 16 ? [...answered, "HTTP/1.1 429"] : answered);
    if (count === 16) return;
    expect(answer).toContain('"code":"RATE_LIMITED"');
    expect(answer).toMatch(/\r\nRetry-After: 1\r\n/);
  },
);

test("pipelined requests after the rejection do not reset earlier responses", async () => {
  const { app } = shared();
  const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1", allowHalfOpen: true });
  let failure: Error | undefined;
  socket.on("error", (error) => {
    failure = error;
  });
  const health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  socket.write(health.repeat(40));
  // Responses stay unread until the service has closed its side, while more requests arrive.
  await eventually(() => expect(socket.bytesRead).toBeGreaterThan(0));
  socket.write(health.repeat(40));
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  expect(failure).toBeUndefined();
  expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(16);
  expect(answer.match(/HTTP\/1\.1 429/g)).toHaveLength(1);
});

test("accepts integers and booleans of a query string only in canonical form", async () => {
  const { app } = shared();
  const taken = async (query: string) => (await app.call(`/v1/keys?${query}`)).status;
  for (const query of ["limit=5", "limit=200", "idle=true", "idle=false"]) expect(await taken(query), query).toBe(200);
  const wrong = ["1e2", "0x5", "0b1", "0o7", "5.0", "+5", "%205", "05", "", "-0x1", "1_0", "Infinity", "1e999", "٥"];
  for (const text of wrong) {
    const answer = await app.call(`/v1/keys?limit=${text}`);
    expect(answer, text).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    expect(answer.body.errors, text).toMatchObject([{ pointer: "/limit", code: "TYPE" }]);
  }
  for (const text of ["1", "0", "TRUE", "null", ""]) expect(await taken(`idle=${text}`), text).toBe(400);
  expect(await taken("limit=5&limit=6")).toBe(400);
  expect((await app.call("/v1/places?q=lon&limit=1e1")).status).toBe(400);
});

/** Sends a request with these headers. @returns the error code, else the status. */
async function withHeaders(...headers: string[]): Promise<string> {
  const lines = ["GET /v1/places?q=lon HTTP/1.1", "Host: x", ...headers, "Connection: close", "", ""];
  const answer = await exchange(lines.join("\r\n"));
  return /"code":"(AUTH_[A-Z]+)"/.exec(answer)?.[1] ?? answer.slice(9, 12);
}

test("reads the key from a single Authorization header with the scheme Bearer", async () => {
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

test("does not log an aborted body as an error", async () => {
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

test("ignores an unknown Expect header", async () => {
  const answer = await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("rejects a Content-Length above the limit before the body is sent", async () => {
  const { app } = shared();
  const head = `POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\n`;
  const answer = await exchange(`${head}Content-Length: 999999999\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("PAYLOAD_TOO_LARGE");
});
