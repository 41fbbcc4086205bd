import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync, constants, gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { pagesDirectory } from "../src/index.ts";

interface Chunk {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}

const limitBytes = 200_000;
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${pagesDirectory}.vite/manifest.json`, "utf8"));

/** Returns a chunk and its static imports. */
function scriptsOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`chunk ${name} is missing in the manifest`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports ?? []) scriptsOf(each, seen);
  return seen;
}

/** Folders of pages; each is one chunk, and so are the map and the pages of prices. */
const areas = [...readdirSync(`${import.meta.dirname}/../src/pages`), "map", "prices"].toSorted();
const pages = Object.keys(manifest).filter((name) => /^_[a-z-]+-[\w-]{8}\.js$/.test(name));

test("builds one chunk for each area of pages, which needs only the entry", () => {
  expect(pages.map((name) => name.slice(1, -"-12345678.js".length)).toSorted()).toEqual(areas);
  for (const page of pages) expect(manifest[page]?.imports, page).toContain("index.html");
});

test.each(pages)("%s loads at most 200 kB of compressed script", (page) => {
  const scripts = new Set([...scriptsOf("index.html"), ...scriptsOf(page)]);
  const bytes = [...scripts].map((file) => gzipSync(readFileSync(pagesDirectory + file), { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limitBytes);
});

test("writes a variant in each coding next to each script and stylesheet", () => {
  const names = readdirSync(`${pagesDirectory}assets`).filter((name) => /\.(js|css)$/.test(name));
  expect(names.length).toBeGreaterThan(areas.length);
  // Browsers refuse zstd windows of more than 8 MiB (RFC 9659).
  const params = { [constants.ZSTD_d_windowLogMax]: 23 };
  for (const name of names) {
    const path = `${pagesDirectory}assets/${name}`;
    const text = readFileSync(path);
    for (const decoded of [
      zstdDecompressSync(readFileSync(`${path}.zst`), { params }),
      brotliDecompressSync(readFileSync(`${path}.br`)),
      gunzipSync(readFileSync(`${path}.gz`)),
    ]) {
      expect(decoded.equals(text), name).toBe(true);
    }
  }
});

test("has no inline styles in index.html, and two inline scripts in the form that the service allows by their hashes", () => {
  const html = readFileSync(`${pagesDirectory}index.html`, "utf8");
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)(?!>)/);
  expect(html.match(/<script>/g)).toHaveLength(2);
});

test("preloads the chunk of the page at the current path, without those of the map, the prices and the entry", () => {
  const html = readFileSync(`${pagesDirectory}index.html`, "utf8");
  const [, list = ""] = /new Map\((\[\[.*?\]\])\)/.exec(html) ?? [];
  const files = pages
    .map((name) => manifest[name]?.file ?? "")
    .filter((file) => !/\/(map|prices)-/.test(file))
    .map((file) => [/assets\/([a-z-]+)-[\w-]{8}\.js$/.exec(file)?.[1], `/${file}`]);
  expect(files.length).toBeGreaterThan(10);
  expect(JSON.parse(list)).toStrictEqual(files.toSorted(([, a = ""], [, b = ""]) => (a < b ? -1 : 1)));
});
