import type { Browser } from "playwright-core";
import { type RunningService, startService } from "../running-service.ts";
import { launchChromium } from "./chromium.ts";
import { type SignedIn, signInByLink } from "./portal-sign-in.ts";
import { type Visit, visit } from "./portal-visit.ts";

/** A service of a test's own, and a browser that its owner has signed in with. */
export interface SignedInPortal {
  service: RunningService;
  browser: Browser;
  /** What the browser keeps of the sign-in. */
  storageState: SignedIn;
  /** Opens a window that is signed in. */
  visit(): Promise<Visit>;
  close(): Promise<void>;
}

/** Starts the service with these settings, a browser beside it, and signs in by the link of the first run. */
export async function openSignedInPortal(environment: Record<string, string> = {}): Promise<SignedInPortal> {
  const [service, browser] = await Promise.all([startService(environment, { reusesWorld: true }), launchChromium()]);
  const close = async () => {
    await browser.close();
    await service.stop();
  };
  try {
    const storageState = await signInByLink(browser, service);
    return { service, browser, storageState, visit: () => visit(browser, { storageState }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
