import { hash } from "node:crypto";
import type { Answer, Browser } from "../browser-session.ts";
import type { RunningApp } from "../running-app.ts";

export const publicUrl = "http://localhost:8080";
export const resource = `${publicUrl}/mcp`;
export const redirectUri = "https://client.example/callback?from=wayfare";
const verifier = "v".repeat(43);
const challenge = hash("sha256", verifier, "base64url");

export interface FormAnswer {
  status: number;
  headers: Headers;
  /** The response body, asserted by the test. */
  body: Record<string, unknown>;
}

/** Sends a form, as clients do to the token and the revocation endpoint. */
export async function postForm(
  app: RunningApp,
  path: string,
  form: Record<string, string> | string,
): Promise<FormAnswer> {
  const response = await fetch(app.url + path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
  });
  const body: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, body };
}

/** Registers a client. @returns its id */
export async function registerClient(app: RunningApp, metadata: object = {}): Promise<string> {
  const { status, text } = await app.call("/oauth/register", {
    key: null,
    body: { client_name: "Example agent", redirect_uris: [redirectUri], ...metadata },
  });
  if (status !== 201) throw new Error(`registration failed: ${text}`);
  return JSON.parse(text).client_id;
}

/** Query of an authorization request. Undefined values are left out. */
export function queryOf(clientId: string, changes: Record<string, string | undefined> = {}): string {
  const values = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "flights.search flights.book",
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource,
    ...changes,
  };
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return new URLSearchParams(given).toString();
}

/** Grants access in the portal. */
export function grant(browser: Browser, query: string, changes: Record<string, unknown> = {}): Promise<Answer> {
  const body = { query, scopes: ["flights.search"], environment: "test", days: 30, usageLimits: {}, ...changes };
  return browser.call("/portal/oauth/grant", { body });
}

/** Grants access. @returns the parameters that the client gets */
export async function grantCode(browser: Browser, query: string, changes: Record<string, unknown> = {}) {
  const { status, body, text } = await grant(browser, query, changes);
  if (status !== 200) throw new Error(`grant failed: ${text}`);
  return new URL(String(body.url)).searchParams;
}

/** Parameters of a token request. */
export function exchangeOf(clientId: string, code: string, changes: Record<string, string> = {}) {
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
    ...changes,
  };
}
