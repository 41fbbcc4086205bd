import type { Page } from "playwright-core";

/**
 * Presses Tab, or another key, until the element with the name has focus.
 *
 * @throws Error if the key never reaches it
 */
export async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    if ((await nameOfFocused(page)) === name) return;
  }
  throw new Error(`${key} does not reach ${name}`);
}

/** Returns the name of the focused control: its label or its text. */
export function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const focused = document.activeElement;
    return (focused?.getAttribute("aria-label") ?? focused?.labels?.[0]?.textContent ?? focused?.textContent ?? "").trim();
  })()`);
}
