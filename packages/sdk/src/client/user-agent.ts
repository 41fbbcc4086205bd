import { version } from "../generated/version.ts";

/** Name of an application or library that uses the client. */
export interface AppInfo {
  name: string;
  version?: string;
  url?: string;
}

/**
 * Returns the value of `User-Agent`. Undefined in browsers, which have their own, and which ask the service for permission before they send
 * another one.
 *
 * @throws TypeError if a part of `appInfo` contains characters that headers do not allow.
 */
export function makeUserAgent(appInfo: AppInfo | undefined): string | undefined {
  const client = `wayfare-js/${version}`;
  const app = appInfo === undefined ? "" : ` ${renderAppInfo(appInfo)}`;
  return "document" in globalThis ? undefined : client + app;
}

function renderAppInfo({ name, version: appVersion, url }: AppInfo): string {
  const text = [name, appVersion === undefined ? "" : `/${appVersion}`, url === undefined ? "" : ` (${url})`].join("");
  if (/^[\x20-\x7e]{1,200}$/.test(text)) return text;
  throw new TypeError("appInfo must have a name, and contain at most 200 printable ASCII characters.");
}
