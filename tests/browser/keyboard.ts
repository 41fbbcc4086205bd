import type { Page } from "playwright-core";

/** Presses Tab until what has focus has the name. @throws Error where the keyboard does not lead there */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    if ((await nameOfFocused(page)) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** What the focused control is called. */
export function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );
}
