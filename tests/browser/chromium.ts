import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** Removes the single-process flag, which suits AWS Lambda; here the browser would exit with its first closed context. */
const unsuitable = new Set(["--single-process", "--no-zygote"]);

/** Launches a headless Chromium from npm without background network requests. */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((argument) => !unsuitable.has(argument)),
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  });
}
