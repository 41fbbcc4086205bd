import type { Page } from "playwright-core";

/** Presses Tab, or another key, until what has focus has the name. @throws Error where the keyboard does not lead there */
export async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    if ((await nameOfFocused(page)) === name) return;
  }
  throw new Error(`${key} does not lead to ${name}`);
}

/** What the focused control is called: by its label, or by what stands on it. */
export function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const focused = document.activeElement;
    return (focused?.getAttribute("aria-label") ?? focused?.labels?.[0]?.textContent ?? focused?.textContent ?? "").trim();
  })()`);
}
