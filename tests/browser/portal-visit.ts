import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

const require = createRequire(import.meta.url);
/** Half as large as what the package exports, which a page takes half a second to read. */
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface AxeViolation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** A window on the portal that notes whatever a browser complains of. */
export interface Visit {
  page: Page;
  complaints: readonly string[];
  /** Fails on a complaint: an error on the console, a refusal by the content security policy, a page that throws; not on those that are awaited. */
  expectNoComplaint(awaited?: RegExp): void;
  /**
   * Fails on what axe finds in either theme, and on what is wider than its window or the page's column: as the page stands, which is not
   * loaded anew.
   *
   * @param widths of the window; the one that it has by default
   */
  expectSound(what: string, widths?: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a window without motion, so that nothing is measured half way through a transition, and in a language of its own: where the
 * system has none, Chromium takes one for its own that `Intl` refuses.
 */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-US", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return {
    page,
    complaints,
    expectNoComplaint: (awaited) => expect(complaints.filter((text) => awaited?.test(text) !== true)).toStrictEqual([]),
    async expectSound(what, widths = [page.viewportSize()?.width ?? 1280]) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page, `${what} at ${width} px`);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await findViolations(page), `${what} at ${width} px, ${colorScheme}`).toStrictEqual([]);
        }
      }
    },
    async close() {
      // The page lets go of its stream, of which a session has but a few.
      await page.goto("about:blank");
      await context.close();
    },
  };
}

async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(overflow, `${what} is wider than its window`).toBe(0);
  expect(await page.evaluate<string[]>(findOutsiders), `${what} has tables wider than the page's column`).toStrictEqual(
    [],
  );
}

/** Tables that reach into the margin of the page, by their captions. */
const findOutsiders = `(() => {
  const main = document.querySelector("main");
  if (main === null) return [];
  const end = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
  return [...main.querySelectorAll("table")]
    .filter((table) => table.getBoundingClientRect().right > end + 0.5)
    .map((table) => table.caption?.textContent ?? "a table");
})()`;

async function findViolations(page: Page): Promise<string[]> {
  // By the debugger, which no policy of the page binds.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
  const violations = await page.evaluate<AxeViolation[]>("axe.run().then((results) => results.violations)");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
}
