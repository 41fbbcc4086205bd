import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** One process for everything suits a lambda; here the browser would end with its first closed context. */
const unsuitable = new Set(["--single-process", "--no-zygote"]);

/** A headless Chromium that comes from npm and looks nothing up by itself. */
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
