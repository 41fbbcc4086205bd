import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RunningService } from "../running-service.ts";

/** Begins a session by the first run's link, without a browser. Answers with the value of its cookie. */
export async function beginSession({ url, signInUrl }: RunningService): Promise<string> {
  const headers = { "content-type": "application/json", origin: new URL(signInUrl).origin };
  const body = JSON.stringify({ token: new URL(signInUrl).hash.slice(1) });
  const answer = await fetch(`${url}/portal/session/link`, { method: "POST", headers, body });
  const [cookie] = answer.headers.getSetCookie();
  const value = /^wayfare_session=([^;]+)/.exec(cookie ?? "")?.[1];
  if (value === undefined) throw new Error(`signing in was answered ${answer.status}`);
  const profile = JSON.stringify({ name: "Ada Lovelace", email: "ada@example.com" });
  await fetch(`${url}/portal/profile`, { method: "PUT", headers: { ...headers, cookie: cookie ?? "" }, body: profile });
  return value;
}

/** A page of a browser that has the session and nothing else of the service. */
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
