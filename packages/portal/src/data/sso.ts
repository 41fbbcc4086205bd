import { ApiError } from "@wayfare/sdk";
import { portal } from "./portal-requests.ts";
import { readSsoUrl } from "./sso-responses.ts";

/** Opens the identity provider of an email domain to sign in. */
export async function startSso(email: string, next: string | undefined): Promise<void> {
  const body = { email, ...(next !== undefined && { next }) };
  const { url } = await portal.postAndRead("/portal/session/sso", body, readSsoUrl);
  location.assign(url);
}

/** Opens the identity provider to confirm the identity, and then this page again. */
export async function confirmBySso(): Promise<void> {
  const body = { next: location.pathname + location.search };
  const { url } = await portal.postAndRead("/portal/step-up/sso", body, readSsoUrl);
  location.assign(url);
}

/** Returns true for the refusal of a sign-in method other than single sign-on. */
export function isSsoRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === "SSO_REQUIRED";
}
