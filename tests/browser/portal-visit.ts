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
  /** Fails on a complaint: an error on the console, a refusal by the content security policy, a page that throws. */
  expectNoComplaint(): void;
  /** Fails on what axe finds, and on a page wider than its window. */
  expectSound(what: string): Promise<void>;
  /** The same of what is open, in the theme that it was opened in and in the other one. */
  expectSoundInBothThemes(what: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a window without motion, so that nothing is measured half way through a transition. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const expectSound = async (what: string): Promise<void> => {
    expect(await findViolations(page), what).toStrictEqual([]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow, `${what} is wider than its window`).toBe(0);
  };
  return {
    page,
    complaints,
    expectNoComplaint: () => expect(complaints).toStrictEqual([]),
    expectSound,
    async expectSoundInBothThemes(what) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectSound(`${what}, ${colorScheme}`);
      }
    },
    async close() {
      // The page lets go of its stream, of which a session has but a few.
      await page.goto("about:blank");
      await context.close();
    },
  };
}

async function findViolations(page: Page): Promise<string[]> {
  // By the debugger, which no policy of the page binds.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  const violations = await page.evaluate<AxeViolation[]>("axe.run().then((results) => results.violations)");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
}
