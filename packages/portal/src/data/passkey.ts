import type { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { PasskeyRefused } from "./passkey-refused.ts";
import { portal } from "./portal-requests.ts";

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/**
 * Proves with a passkey at a place that has `…/options` beside it.
 *
 * @returns what the service answers
 * @throws PasskeyRefused, ApiError, ConnectionError
 */
export async function provePasskey(path: "/portal/session/passkey" | "/portal/step-up/passkey"): Promise<unknown> {
  const browser = await import("@simplewebauthn/browser");
  const optionsJSON = await portal.post<RequestOptions>(`${path}/options`);
  const response = await browser.startAuthentication({ optionsJSON }).catch(refuse);
  return portal.post(path, { response });
}

/**
 * Makes a passkey with the browser and tells the service of it.
 *
 * @throws PasskeyRefused, ApiError, ConnectionError
 */
export async function addPasskey(name: string): Promise<void> {
  const browser = await import("@simplewebauthn/browser");
  const optionsJSON = await portal.post<CreationOptions>("/portal/security/passkeys/options");
  const response = await browser.startRegistration({ optionsJSON }).catch(refuse);
  await portal.post("/portal/security/passkeys", { name, response });
}

function refuse(cause: unknown): never {
  throw new PasskeyRefused(cause);
}
