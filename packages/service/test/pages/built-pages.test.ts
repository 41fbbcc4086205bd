import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { startApp } from "../access-app.ts";
import { callRaw } from "../raw-call.ts";

const script = "console.log('portal');\n".repeat(20);
const themeScript = 'document.documentElement.dataset.theme = "dark";';
const page = `<!doctype html><title>Wayfare</title><script>${themeScript}</script><script type="module" src="/assets/index-x1.js"></script>`;
const themeHash = createHash("sha256").update(themeScript).digest("base64");
const variants = { zstd: zstdCompressSync(script), br: brotliCompressSync(script), gzip: gzipSync(script) };

/** A directory like Vite's output, with compressed variants. */
function buildPages(): string {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-pages-"));
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "index.html"), page);
  writeFileSync(join(directory, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  writeFileSync(join(directory, "assets/index-x1.js"), script);
  writeFileSync(join(directory, "assets/index-x1.js.zst"), variants.zstd);
  writeFileSync(join(directory, "assets/index-x1.js.br"), variants.br);
  writeFileSync(join(directory, "assets/index-x1.js.gz"), variants.gzip);
  writeFileSync(join(directory, "assets/index-x1.js.map"), "{}");
  return directory;
}

const asPage = { accept: "text/html,application/xhtml+xml;q=0.9" };

test("serves the single page for every portal path, revalidated, with a policy that allows no other inline scripts or styles", async () => {
  const { app } = await startApp("pglite", { pagesDirectory: buildPages() });
  for (const path of ["/", "/sign-in", "/keys/ak_1?tab=usage"]) {
    const answer = await app.call(path, { key: null, headers: asPage });
    expect(answer, path).toMatchObject({ status: 200, text: page });
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = answer.headers.get("content-security-policy") ?? "";
    for (const each of [
      "default-src 'none'",
      `script-src 'self' 'sha256-${themeHash}'`,
      "style-src 'self'",
      "img-src 'self' data:",
    ]) {
      expect(policy).toContain(each);
    }
    expect(policy).not.toContain("unsafe");
  }
});

test("serves hashed files as immutable, and compressed for clients that accept it", async () => {
  const { app } = await startApp("pglite", { pagesDirectory: buildPages() });
  for (const encoding of ["zstd", "br", "gzip", "identity"]) {
    const answer = await app.call("/assets/index-x1.js", { key: null, headers: { "accept-encoding": encoding } });
    expect(answer, encoding).toMatchObject({ status: 200, text: script });
    expect(answer.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
  }
  const icon = await app.call("/favicon.svg", { key: null });
  expect(icon.headers.get("cache-control")).toBe("public, max-age=300");
  for (const path of ["/assets/index-x1.js.zst", "/assets/index-x1.js.br", "/assets/index-x1.js.gz"]) {
    expect(await app.call(path, { key: null }), path).toMatchObject({ status: 404 });
  }
});

test("selects the smallest variant that the client accepts and that was built", async () => {
  const directory = buildPages();
  rmSync(join(directory, "assets/index-x1.js.br"));
  const { app } = await startApp("pglite", { pagesDirectory: directory });
  for (const [accepted, expected] of [
    ["gzip, br, zstd", "zstd"],
    ["gzip, br", "gzip"],
    ["*, zstd;q=0", "gzip"],
    ["br", null],
  ] as const) {
    const answer = await app.call("/assets/index-x1.js", { key: null, headers: { "accept-encoding": accepted } });
    expect(answer, accepted).toMatchObject({ status: 200, text: script });
    expect(answer.headers.get("content-encoding"), accepted).toBe(expected);
  }
});

test("each variant has its own ETag, which is revalidated with 304, and HEAD returns the length of the variant", async () => {
  const { app } = await startApp("pglite", { pagesDirectory: buildPages() });
  const tags = new Set<string>();
  for (const encoding of ["zstd", "br", "gzip", "identity"] as const) {
    const headers = { "accept-encoding": encoding };
    const url = `${app.url}/assets/index-x1.js`;
    const head = await callRaw(url, headers, "HEAD");
    const etag = head.headers.etag ?? "";
    tags.add(etag);
    expect(head.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
    const length = encoding === "identity" ? script.length : variants[encoding].length;
    expect(head.headers["content-length"]).toBe(String(length));
    const again = await callRaw(url, { ...headers, "if-none-match": etag });
    expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, "accept-encoding"]);
  }
  expect(tags.size).toBe(4);
});

test("returns an error for paths that are neither a page nor a file", async () => {
  const { app } = await startApp("pglite", { pagesDirectory: buildPages() });
  const paths = ["/v1/nothing", "/portal/nothing", "/assets/gone-x2.js", "/assets/index-x1.js.map"];
  for (const path of [...paths, "/wp-login.php", "/v1", "/assets/..%2f..%2fetc/passwd"]) {
    const answer = await app.call(path, { key: null, headers: asPage });
    expect(answer, path).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  }
  expect(await app.call("/keys", { key: null })).toMatchObject({ status: 404 });
  expect(await app.call("/keys", { key: null, method: "POST", body: {}, headers: asPage })).toMatchObject({
    status: 404,
  });
  expect(await app.call("/v1/search", { key: null, headers: asPage })).toMatchObject({ status: 405 });
});

test("without a built portal, placeholder pages say how to build it and do not use the sign-in link", async () => {
  const { app } = await startApp("pglite", { pagesDirectory: "/nowhere" });
  for (const path of ["/", "/sign-in"]) {
    expect((await app.call(path, { key: null })).text).toContain("npm run build");
  }
  expect(await app.call("/keys", { key: null, headers: asPage })).toMatchObject({ status: 404 });
});
