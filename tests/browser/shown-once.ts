import type { Page } from "playwright-core";

/** Reads a secret that is shown once, and closes the dialog. */
export async function readShownOnce(page: Page): Promise<string> {
  const shown = await page.getByRole("dialog").locator("[data-secret]").innerText();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  return shown;
}
