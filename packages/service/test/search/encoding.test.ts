import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { shareApp, startApp } from "../access-app.ts";
import { goodSearch } from "../running-app.ts";
import { makeCash, makeFlight, supplierOf } from "../sample-supply.ts";
import { readSearch, withoutRun } from "./event-stream.ts";

const decoders = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};
type Coding = keyof typeof decoders;

const flights = Array.from({ length: 60 }, (_, at) =>
  makeFlight({ number: `${at + 1}`, departureMinute: 600 + at, cash: [makeCash(40_000 + at)] }),
);
const suppliers = [supplierOf("sandbox", flights)];

describe.each(["/v1/flights/search", "/v1/search"])("%s", (path) => {
  test.each(["full", "compact"])("sends the bytes of the plain %s response in each coding", async (view) => {
    const { app } = await startApp("pglite", { suppliers });
    const body = { ...goodSearch, includeAward: true, view };
    const plain = await readSearch(app, { path, body });
    expect(plain.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(plain.body.length),
      vary: "accept, accept-encoding",
    });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    for (const coding of ["zstd", "br", "gzip"] as const) {
      const answer = await readSearch(app, { path, body, headers: { "accept-encoding": coding } });
      expect(answer.headers).toMatchObject({
        "content-encoding": coding,
        "content-type": "application/json; charset=utf-8",
        "content-length": String(answer.body.length),
        vary: "accept, accept-encoding",
      });
      expect(answer.body.length).toBeLessThan(plain.body.length / 3);
      expect(withoutRun(decoders[coding](answer.body).toString())).toBe(withoutRun(plain.body.toString()));
    }
  });
});

const accepted: [string, Coding][] = [
  ["gzip, deflate, br, zstd", "zstd"],
  ["br, gzip", "br"],
  ["GZIP", "gzip"],
  ["zstd;q=0.5, gzip;q=0.8", "gzip"],
  ["zstd;q=0, br;q=0, *", "gzip"],
  ["*", "zstd"],
  ["identity, gzip;q=0.5", "identity"],
  ["gzip;q=0", "identity"],
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["deflate", "identity"],
  ["", "identity"],
  ["gzip;q=2", "identity"],
];

test("selects the coding with the largest weight", async () => {
  const { app } = await startApp("pglite", { suppliers });
  for (const [header, expected] of accepted) {
    const { headers, body } = await readSearch(app, { headers: { "accept-encoding": header } });
    expect(headers["content-encoding"] ?? "identity", header).toBe(expected);
    expect(headers.vary).toBe("accept, accept-encoding");
    expect(JSON.parse(decoders[expected](body).toString())).toMatchObject({ view: "full" });
  }
});

describe("a small service", () => {
  const shared = shareApp("pglite");

  test("sends a response under 1 KiB uncompressed", async () => {
    const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [])] });
    const headers = { "accept-encoding": "zstd" };
    const small = await readSearch(app, { body: { ...goodSearch, view: "compact" }, headers });
    expect(small.body.length).toBeLessThan(1024);
    expect(small.headers).not.toHaveProperty("content-encoding");
    expect(small.headers).toMatchObject({
      vary: "accept, accept-encoding",
      "content-length": String(small.body.length),
    });
  });

  test.each(["zstd", "br", "gzip", "identity"] as const)("sends an event stream in %s", async (coding) => {
    const { app } = shared();
    const headers = { "accept-encoding": coding, accept: "text/event-stream" };
    const { headers: sent, body } = await readSearch(app, { headers });
    expect(sent["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
    expect(sent.vary).toBe("accept, accept-encoding");
    const text = decoders[coding](body).toString();
    expect(text).toMatch(/^event: search\n/);
    expect(text).toContain("event: done\n");
    if (coding !== "identity") expect(body.length).toBeLessThan(text.length / 2);
  });

  test("sends problems readable with each coding", async () => {
    const { app } = shared();
    for (const coding of ["zstd", "br", "gzip", "identity"] as const) {
      const headers = { "accept-encoding": coding };
      const {
        status,
        headers: sent,
        body,
      } = await readSearch(app, { body: { ...goodSearch, destination: "QQQ" }, headers });
      expect(status).toBe(422);
      expect(sent["content-length"]).toBe(String(body.length));
      const used = sent["content-encoding"] === undefined ? "identity" : coding;
      expect(JSON.parse(decoders[used](body).toString())).toMatchObject({ code: "SEARCH_UNPROCESSABLE" });
    }
  });
});
