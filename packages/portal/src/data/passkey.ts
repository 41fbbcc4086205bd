import type { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { PasskeyRefused } from "./passkey-refused.ts";
import { portal } from "./portal-requests.ts";
import { guarded, isRecord } from "./shape.ts";

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** The browser checks the other members. */
const readRequestOptions = guarded(
  (value): value is RequestOptions => isRecord(value) && typeof value["challenge"] === "string",
  "the options of a passkey's use",
);
const readCreationOptions = guarded(
  (value): value is CreationOptions =>
    isRecord(value) &&
    typeof value["challenge"] === "string" &&
    isRecord(value["user"]) &&
    isRecord(value["rp"]) &&
    Array.isArray(value["pubKeyCredParams"]),
  "the options of a new passkey",
);

/**
 * Proves with a passkey at a place that has `…/options` beside it.
 *
 * @throws PasskeyRefused, ApiError, ConnectionError, UnexpectedAnswerError
 */
export async function provePasskey(path: "/portal/session/passkey" | "/portal/step-up/passkey"): Promise<void> {
  const browser = await import("@simplewebauthn/browser");
  const optionsJSON = await portal.postAndRead(`${path}/options`, {}, readRequestOptions);
  const response = await browser.startAuthentication({ optionsJSON }).catch(refuse);
  await portal.post(path, { response });
}

/**
 * Makes a passkey with the browser and tells the service of it.
 *
 * @throws PasskeyRefused, ApiError, ConnectionError, UnexpectedAnswerError
 */
export async function addPasskey(name: string): Promise<void> {
  const browser = await import("@simplewebauthn/browser");
  const optionsJSON = await portal.postAndRead("/portal/security/passkeys/options", {}, readCreationOptions);
  const response = await browser.startRegistration({ optionsJSON }).catch(refuse);
  await portal.post("/portal/security/passkeys", { name, response });
}

function refuse(cause: unknown): never {
  throw new PasskeyRefused(cause);
}
