import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { docsFolder, docsParts, readDocsPages } from "../../src/pages/docs-folder.ts";
import { shareApp } from "../access-app.ts";

describe("documentation as text", () => {
  const shared = shareApp("pglite");
  const read = (path: string) => shared().app.call(path, { key: null });

  test("lists every page of the documentation, and every link of the list works", async () => {
    const index = await read("/llms.txt");
    expect(index.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(index.text).toMatch(/^# Wayfare\n\n> /);
    const links = [...index.text.matchAll(/\]\(http:\/\/localhost:8080(\/[^)]+)\)/g)].map(([, path = ""]) => path);
    const files = docsParts.flatMap((part) =>
      readdirSync(join(docsFolder, part))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `/docs/${part}/${name}`),
    );
    expect(links).toEqual(expect.arrayContaining(files));
    for (const link of links) expect(await read(link), link).toMatchObject({ status: 200 });
    for (const { title, summary } of readDocsPages()) expect(title + summary, title).not.toMatch(/[\n|]|\.md$/);
  });

  test("serves each page at its address and .md", async () => {
    const guide = await read("/docs/guides/search.md");
    expect(guide.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(guide.text).toMatch(/^# /);
    for (const code of errorCodes) {
      expect((await read(`/errors/${code}.md`)).text, code).toContain(`# ${code}\n`);
    }
    const operations = (await read("/docs.md")).text;
    expect(operations).toContain("### POST /v1/flights/calendar");
    expect(operations).toContain("- `departureDates` (required): ");
    expect(await read("/docs/guides/missing.md")).toMatchObject({ status: 404 });
  });

  test("contains the guides and the errors in one file", async () => {
    const { text } = await read("/llms-full.txt");
    for (const { part, markdown } of readDocsPages()) if (part === "guides") expect(text).toContain(markdown.trim());
    expect(text).toContain("`OFFER_CHANGED`");
  });

  test("links within the pages lead to files", () => {
    for (const { path, markdown } of readDocsPages()) {
      for (const [, target = ""] of markdown.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
        expect(existsSync(join(docsFolder, path, "..", target)), `${path}: ${target}`).toBe(true);
      }
    }
  });
});

test("has no pages if the application was installed without them", () => {
  expect(readDocsPages(join(docsFolder, "missing"))).toEqual([]);
});
