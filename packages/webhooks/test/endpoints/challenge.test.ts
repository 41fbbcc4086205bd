import { createServer } from "node:http";
import { createGuardedClient } from "@wayfare/egress";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildChallengeUrl, sendChallenge } from "../../src/endpoints/challenge.ts";

interface Request {
  url: string;
  token: string;
}

let base = "";
let requests: Request[] = [];
let reply: (token: string) => { status: number; body: string | Buffer; headers?: Record<string, string> };

const server = createServer((request, response) => {
  const token = String(request.headers["svc-challenge"]);
  requests.push({ url: request.url ?? "", token });
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
  requests = [];
  reply = (token) => ({ status, body: body(token), headers });
  return sendChallenge(client, { accountId: "acct_1", url: `${base}/hooks?a=1` });
}

describe("accepts a response", () => {
  test.each<[string, (token: string) => string]>([
    ["the token", (token) => token],
    ["the token with white space around it", (token) => ` \r\n${token}\n`],
    ["JSON", (token) => JSON.stringify({ challenge: token })],
    ["JSON with more members", (token) => `\n${JSON.stringify({ ok: true, challenge: token }, null, 2)}\n`],
  ])("with %s", async (_name, body) => {
    expect(await send(body)).toBeNull();
  });
});

describe("rejects a response", () => {
  test.each<[string, (token: string) => string | Buffer]>([
    ["another token", (token) => `${token}x`],
    ["the token within other text", (token) => `challenge: ${token}`],
    ["the token as a JSON string", (token) => JSON.stringify(token)],
    ["JSON of another shape", (token) => JSON.stringify({ token })],
    ["JSON null", () => "null"],
    ["bytes that are not text", () => Buffer.from([0xff, 0xfe, 0x00])],
    ["the token and more bytes than the limit", (token) => token + " ".repeat(2000)],
  ])("with %s", async (_name, body) => {
    expect(await send(body)).toMatch(/^Endpoint returned 200, but the body/);
  });

  test("with another status, even with the token", async () => {
    for (const status of [201, 400, 404, 410, 500]) {
      expect(await send((token) => token, { status })).toBe(`Endpoint returned ${status} instead of 200.`);
    }
  });

  test.each([200, 202, 204])("with %i and no body, and says that deliveries need JSON", async (status) => {
    const failure = await send(() => "", { status });
    expect(failure).toMatch(new RegExp(`^Endpoint returned ${status} without a body\\. .* such as \\{\\}`));
  });

  test("with a redirect, without following it", async () => {
    const failure = await send(() => "", { status: 302, headers: { location: `${base}/elsewhere` } });
    expect(failure).toBe("Endpoint returned 302. Redirects are not followed.");
    expect(requests).toHaveLength(1);
  });

  test("when the connection is refused, with a readable reason", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const address = closed.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    expect(await sendChallenge(client, { accountId: "acct_1", url: `http://127.0.0.1:${port}/` })).toMatch(/\.$/);
  });
});

test("sends a new token per attempt, in the header and appended to the query", async () => {
  await send((token) => token);
  const [first] = requests;
  await send((token) => token);
  const [second] = requests;
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
])("appends the token to %s as %s", (url, challenged) => {
  expect(buildChallengeUrl(url, "t")).toBe(challenged);
});
