import { describe, expect, test, vi } from "vitest";
import { Wayfare, type WayfareOptions } from "../../src/index.ts";
import { fakeFetch } from "./fake-service.ts";

const baseUrl = "http://service";

async function headersWith(options: WayfareOptions): Promise<Headers | undefined> {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  await new Wayfare({ baseUrl, fetch, ...options }).account.get();
  return sent[0]?.headers;
}

describe("who calls", () => {
  test("with a key it is the bearer, and nothing says which environment", async () => {
    const headers = await headersWith({ apiKey: "key_live_1", environment: "live" });
    expect(headers?.get("authorization")).toBe("Bearer key_live_1");
    expect(headers?.has("wayfare-environment")).toBe(false);
  });

  test("without one it is the session of the page, in the environment that is asked for", async () => {
    const headers = await headersWith({ environment: "live" });
    expect(headers?.has("authorization")).toBe(false);
    expect(headers?.get("wayfare-environment")).toBe("live");
    expect((await headersWith({}))?.has("wayfare-environment")).toBe(false);
  });

  test.each([
    ["an empty key", { apiKey: "" }, "apiKey is empty"],
    ["a key with a line break", { apiKey: "key_test_1\n" }, "apiKey is empty or holds"],
    ["a key that a setting left undefined", { apiKey: undefined }, "apiKey is undefined"],
    ["a key of the other environment", { apiKey: "key_svc_1", environment: "test" }, "environment is test"],
    ["a key of the other environment", { apiKey: "key_test_1", environment: "live" }, "environment is live"],
  ])("%s is refused, without being shown", (_, options, message) => {
    const make = () => new Wayfare({ baseUrl, ...(options as WayfareOptions) });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow(/key_(test|svc)_1/);
  });
});

describe("where the service is", () => {
  test.each([
    ["http://localhost:8080", "http://localhost:8080/v1/account"],
    ["https://example.com/wayfare/", "https://example.com/wayfare/v1/account"],
  ])("%s is called at %s", async (given, called) => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await new Wayfare({ baseUrl: given, fetch }).account.get();
    expect(sent[0]?.url).toBe(called);
  });

  test.each(["", "localhost:8080", "ftp://service", "http://service/?a=b", "http://service/#a", "//service"])(
    "%j is no address",
    (given) => {
      expect(() => new Wayfare({ baseUrl: given })).toThrow(TypeError);
    },
  );

  test("it has to be said, except in a page", async () => {
    expect(() => new Wayfare()).toThrow("baseUrl is missing");
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
])("%o is refused, of a client and of a call", async (options) => {
  expect(() => new Wayfare({ baseUrl, ...options })).toThrow(RangeError);
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  await expect(new Wayfare({ baseUrl, fetch }).account.get(options)).rejects.toThrow(RangeError);
  expect(sent).toEqual([]);
});

describe("an id", () => {
  test("is one part of the path, whatever is in it", async () => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await new Wayfare({ baseUrl, fetch }).keys.get("../a/b?c#d é");
    expect(sent[0]?.url).toBe("http://service/v1/keys/..%2Fa%2Fb%3Fc%23d%20%C3%A9");
  });

  test.each(["", ".", "..", undefined, null, 7])("%j is refused: it would lead to another path", async (id) => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    await expect(new Wayfare({ baseUrl, fetch }).keys.get(id as string)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});

test("the platform's fetch is called as its own, not as the client's", async () => {
  const seen: unknown[] = [];
  vi.stubGlobal("fetch", function (this: unknown) {
    seen.push(this);
    return Promise.resolve(Response.json({}));
  });
  await new Wayfare({ baseUrl }).account.get();
  vi.unstubAllGlobals();
  expect(seen).toEqual([globalThis]);
});
