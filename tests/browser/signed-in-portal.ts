import type { Browser } from "playwright-core";
import { type RunningService, startService } from "../running-service.ts";
import { launchChromium } from "./chromium.ts";
import { type SignedIn, signInByLink } from "./portal-sign-in.ts";
import { type Visit, visit } from "./portal-visit.ts";

/** A separate service, and a browser signed in by its owner. */
export interface SignedInPortal {
  service: RunningService;
  browser: Browser;
  /** Browser storage of the session. */
  storageState: SignedIn;
  /** Opens a signed-in window. */
  visit(): Promise<Visit>;
  close(): Promise<void>;
}

/** Starts the service with these settings and a browser, and signs in with the link of the first run. */
export async function openSignedInPortal(environment: Record<string, string> = {}): Promise<SignedInPortal> {
  const [service, browser] = await Promise.all([startService(environment), launchChromium()]);
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
