import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RunningService } from "../running-service.ts";

/** Starts a session with the link of the first run, without a browser. Returns the value of its cookie. */
export async function beginSession({ url, signInUrl }: RunningService): Promise<string> {
  const headers = { "content-type": "application/json", origin: new URL(signInUrl).origin };
  const body = JSON.stringify({ token: new URL(signInUrl).hash.slice(1) });
  const response = await fetch(`${url}/portal/session/link`, { method: "POST", headers, body });
  const [cookie] = response.headers.getSetCookie();
  const value = /^wayfare_session=([^;]+)/.exec(cookie ?? "")?.[1];
  if (value === undefined) throw new Error(`signing in returned ${response.status}`);
  const profile = JSON.stringify({ name: "Ada Lovelace", email: "ada@example.com" });
  await fetch(`${url}/portal/profile`, { method: "PUT", headers: { ...headers, cookie: cookie ?? "" }, body: profile });
  return value;
}

/** Opens a page with only the session cookie. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  session: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  await context.addCookies([{ name: "wayfare_session", value: session, url }]);
  await context.addInitScript("localStorage.setItem('wayfare.signedIn', '')");
  return context.newPage();
}
