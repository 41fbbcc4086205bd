import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

const require = createRequire(import.meta.url);
/** The minified build, half as large as the package's export, which takes half a second to load. */
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface AxeViolation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** A portal window that records browser errors. */
export interface Visit {
  page: Page;
  /** Each with the address of its script or response. */
  errors: readonly string[];
  /** Fails on browser errors since the last call: console errors, content security policy violations and exceptions, except expected ones. */
  expectNoErrors(expectedErrors?: RegExp): void;
  /**
   * Fails on axe violations in either theme, and on content wider than the window or the page's column. Checks the page in its current
   * state, without reloading.
   *
   * @param widths of the window; default: its current one
   */
  expectAccessible(label: string, widths?: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** On a busy machine a read waits in its queue for more than two seconds and is answered with 429. The portal repeats it. */
const repeatedReads = /^Failed to load resource: the server responded with a status of 429 /;

/**
 * Opens a window with reduced motion, so that nothing is measured during a transition, and with a fixed language: without a system
 * language, Chromium uses one that `Intl` rejects.
 */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-US", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return {
    page,
    errors,
    expectNoErrors: (expectedErrors) =>
      expect(
        errors.splice(0).filter((text) => !repeatedReads.test(text) && expectedErrors?.test(text) !== true),
      ).toStrictEqual([]),
    async expectAccessible(label, widths = [page.viewportSize()?.width ?? 1280]) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page, `${label} at ${width} px`);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await findViolations(page), `${label} at ${width} px, ${colorScheme}`).toStrictEqual([]);
        }
      }
    },
    async close() {
      // The page closes its event stream, because a session is limited to a few.
      await page.goto("about:blank");
      await context.close();
    },
  };
}

async function expectNoOverflow(page: Page, label: string): Promise<void> {
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(overflow, `${label} is wider than its window`).toBe(0);
  expect(
    await page.evaluate<string[]>(findOverflowingTables),
    `${label} has tables wider than the page's column`,
  ).toStrictEqual([]);
}

/** Returns the captions of tables that extend into the page margin, except those that scroll in a frame. */
const findOverflowingTables = `(() => {
  const main = document.querySelector("main");
  if (main === null) return [];
  const end = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
  return [...main.querySelectorAll("table")]
    .filter((table) => table.closest(".overflow-x-auto") === null)
    .filter((table) => table.getBoundingClientRect().right > end + 0.5)
    .map((table) => table.caption?.textContent ?? "a table");
})()`;

async function findViolations(page: Page): Promise<string[]> {
  // Through the debugger, to which the page's policies do not apply.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
  const violations = await page.evaluate<AxeViolation[]>("axe.run().then((results) => results.violations)");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
}
