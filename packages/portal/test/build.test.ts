import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pagesDirectory } from "../src/index.ts";

interface Chunk {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}

const limitBytes = 180_000;
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${pagesDirectory}.vite/manifest.json`, "utf8"));

/** The scripts that a chunk needs before it runs, itself among them. */
function scriptsOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports ?? []) scriptsOf(each, seen);
  return seen;
}

const pages = Object.keys(manifest).filter((name) => /^src\/pages\/.*-page\.tsx$/.test(name));

test("every page is a chunk of its own", () => {
  expect(pages.length).toBeGreaterThan(6);
});

test.each(pages)("%s opens with at most 180 kB of compressed script", (page) => {
  const scripts = new Set([...scriptsOf("index.html"), ...scriptsOf(page)]);
  const bytes = [...scripts].map((file) => gzipSync(readFileSync(pagesDirectory + file), { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limitBytes);
});

test("the page holds no script and no style of its own, which its policy would refuse", () => {
  const html = readFileSync(`${pagesDirectory}index.html`, "utf8");
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/);
});
