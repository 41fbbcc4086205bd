import { createServer } from "node:http";
import { createGuardedClient } from "@wayfare/egress";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { challengeUrlOf, sendChallenge } from "../../src/endpoints/challenge.ts";

interface Seen {
  url: string;
  token: string;
}

let base = "";
let seen: Seen[] = [];
let reply: (token: string) => { status: number; body: string | Buffer; headers?: Record<string, string> };

const server = createServer((request, response) => {
  const token = String(request.headers["svc-challenge"]);
  seen.push({ url: request.url ?? "", token });
  const { status, body, headers } = reply(token);
  response.writeHead(status, headers).end(body);
});
const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
const client = createGuardedClient({ rules, timeoutMs: 20_000, maxBodyBytes: 1024 });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address !== null && typeof address === "object") base = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  await client.close();
  server.close();
});

function send(body: (token: string) => string | Buffer, { status = 200, headers = {} } = {}) {
  seen = [];
  reply = (token) => ({ status, body: body(token), headers });
  return sendChallenge(client, { accountId: "acct_1", url: `${base}/hooks?a=1` });
}

describe("a challenge is answered", () => {
  test.each<[string, (token: string) => string]>([
    ["the token", (token) => token],
    ["the token with white space around it", (token) => ` \r\n${token}\n`],
    ["JSON", (token) => JSON.stringify({ challenge: token })],
    ["JSON with more in it", (token) => `\n${JSON.stringify({ ok: true, challenge: token }, null, 2)}\n`],
  ])("with %s", async (_name, body) => {
    expect(await send(body)).toBeNull();
  });
});

describe("a challenge is not answered", () => {
  test.each<[string, (token: string) => string | Buffer]>([
    ["nothing", () => ""],
    ["another token", (token) => `${token}x`],
    ["the token among other words", (token) => `challenge: ${token}`],
    ["the token as a JSON string", (token) => JSON.stringify(token)],
    ["JSON of another shape", (token) => JSON.stringify({ token })],
    ["JSON null", () => "null"],
    ["bytes that are no text", () => Buffer.from([0xff, 0xfe, 0x00])],
    ["the token and more than is read", (token) => token + " ".repeat(2000)],
  ])("with %s", async (_name, body) => {
    expect(await send(body)).toMatch(/^It answered 200, but its body/);
  });

  test("with another status, even with the token", async () => {
    for (const status of [201, 204, 400, 404, 410, 500]) {
      expect(await send((token) => token, { status })).toBe(`It answered ${status} instead of 200.`);
    }
  });

  test("with a redirect, which is not followed", async () => {
    const failure = await send(() => "", { status: 302, headers: { location: `${base}/elsewhere` } });
    expect(failure).toBe("It answered 302; redirects are not followed.");
    expect(seen).toHaveLength(1);
  });

  test("where nobody listens, which is said in words", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const address = closed.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    expect(await sendChallenge(client, { accountId: "acct_1", url: `http://127.0.0.1:${port}/` })).toMatch(/\.$/);
  });
});

test("each try has a token of its own, the same in the query and the header, behind the query that was there", async () => {
  await send((token) => token);
  const [first] = seen;
  await send((token) => token);
  const [second] = seen;
  expect(first?.url).toBe(`/hooks?a=1&challenge=${first?.token}`);
  expect(first?.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(second?.token).not.toBe(first?.token);
});

test.each([
  ["https://a.example/x", "https://a.example/x?challenge=t"],
  ["https://a.example", "https://a.example?challenge=t"],
  ["https://a.example/x?", "https://a.example/x?challenge=t"],
  ["https://a.example/x?a=%20b&c", "https://a.example/x?a=%20b&c&challenge=t"],
  ["https://a.example/x?a&", "https://a.example/x?a&challenge=t"],
])("%s is challenged at %s", (url, challenged) => {
  expect(challengeUrlOf(url, "t")).toBe(challenged);
});
