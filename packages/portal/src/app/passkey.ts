import type { startAuthentication as Start } from "@simplewebauthn/browser";
import { portal } from "../data/portal-requests.ts";

type RequestOptions = Parameters<typeof Start>[0]["optionsJSON"];

/**
 * Proves with a passkey at a place that has `…/options` beside it.
 *
 * @returns what the service answers
 * @throws Error where the browser's dialog was closed
 */
export async function provePasskey(path: "/portal/session/passkey" | "/portal/step-up/passkey"): Promise<unknown> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await portal.post<RequestOptions>(`${path}/options`);
  const response = await startAuthentication({ optionsJSON });
  return portal.post(path, { response });
}
