import type { Page } from "playwright-core";

/** Reads what is shown once, and closes it. */
export async function readShownOnce(page: Page): Promise<string> {
  const shown = await page.getByRole("dialog").locator("[data-secret]").innerText();
  await page.getByRole("button", { name: "I have kept it" }).click();
  return shown;
}
