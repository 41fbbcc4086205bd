import { describe, expect, test, vi } from "vitest";
import { Wayfare, type WayfareOptions } from "../../src/index.ts";
import { fakeFetch } from "./fake-service.ts";

const baseUrl = "http://service";

async function headersWith(options: WayfareOptions): Promise<Headers | undefined> {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  await new Wayfare({ baseUrl, fetch, ...options }).account.get();
  return sent[0]?.headers;
}

describe("authentication", () => {
  test("sends an API key as bearer token, without an environment", async () => {
    const headers = await headersWith({ apiKey: "key_live_1", environment: "live" });
    expect(headers?.get("authorization")).toBe("Bearer key_live_1");
    expect(headers?.has("wayfare-environment")).toBe(false);
  });

  test("uses the session and the given environment without an API key", async () => {
    const headers = await headersWith({ environment: "live" });
    expect(headers?.has("authorization")).toBe(false);
    expect(headers?.get("wayfare-environment")).toBe("live");
    expect((await headersWith({}))?.has("wayfare-environment")).toBe(false);
  });

  test.each([
    ["an empty key", { apiKey: "" }, "apiKey is empty"],
    ["a key with a line break", { apiKey: "key_test_1\n" }, "apiKey is empty or contains"],
    ["an undefined key", { apiKey: undefined }, "apiKey is undefined"],
    ["a key of the other environment", { apiKey: "key_svc_1", environment: "test" }, "environment is test"],
    ["a key of the other environment", { apiKey: "key_test_1", environment: "live" }, "environment is live"],
  ])("rejects %s without showing it", (_, options, message) => {
    const create = () => new Wayfare({ baseUrl, ...(options as WayfareOptions) });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(/key_(test|svc)_1/);
  });
});

describe("baseUrl", () => {
  test.each([
    ["http://localhost:8080", "http://localhost:8080/v1/account"],
    ["https://example.com/wayfare/", "https://example.com/wayfare/v1/account"],
  ])("%s sends requests to %s", async (given, expected) => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await new Wayfare({ baseUrl: given, fetch }).account.get();
    expect(sent[0]?.url).toBe(expected);
  });

  test.each(["", "localhost:8080", "ftp://service", "http://service/?a=b", "http://service/#a", "//service"])(
    "rejects %j",
    (given) => {
      expect(() => new Wayfare({ baseUrl: given })).toThrow(TypeError);
    },
  );

  test("is required outside of browsers", async () => {
    expect(() => new Wayfare()).toThrow("baseUrl is required");
    vi.stubGlobal("location", { origin: "http://page" });
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await new Wayfare({ fetch }).account.get();
    vi.unstubAllGlobals();
    expect(sent[0]?.url).toBe("/v1/account");
  });
});

test.each([
  { timeoutMs: 0 },
  { timeoutMs: Number.NaN },
  { timeoutMs: Infinity },
  { maxRetries: -1 },
  { maxRetries: 1.5 },
])("rejects %o for a client and a call", async (options) => {
  expect(() => new Wayfare({ baseUrl, ...options })).toThrow(RangeError);
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  await expect(new Wayfare({ baseUrl, fetch }).account.get(options)).rejects.toThrow(RangeError);
  expect(sent).toEqual([]);
});

describe("a path parameter", () => {
  test("is encoded as one path segment", async () => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await new Wayfare({ baseUrl, fetch }).keys.get("../a/b?c#d é");
    expect(sent[0]?.url).toBe("http://service/v1/keys/..%2Fa%2Fb%3Fc%23d%20%C3%A9");
  });

  test.each(["", ".", "..", undefined, null, 7])("rejects %j, which would change the path", async (id) => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await expect(new Wayfare({ baseUrl, fetch }).keys.get(id as string)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});

test("calls the global fetch without the client as `this`", async () => {
  const seen: unknown[] = [];
  vi.stubGlobal("fetch", function (this: unknown) {
    seen.push(this);
    return Promise.resolve(Response.json({}));
  });
  await new Wayfare({ baseUrl }).account.get();
  vi.unstubAllGlobals();
  expect(seen).toEqual([globalThis]);
});
