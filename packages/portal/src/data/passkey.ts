import type { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { guard, isRecord } from "./decoder.ts";
import { PasskeyError } from "./passkey-error.ts";
import { portal } from "./portal-requests.ts";

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/** The browser validates the other members. */
const readRequestOptions = guard(
  (value): value is RequestOptions => isRecord(value) && typeof value["challenge"] === "string",
  "passkey request options",
);
const readCreationOptions = guard(
  (value): value is CreationOptions =>
    isRecord(value) &&
    typeof value["challenge"] === "string" &&
    isRecord(value["user"]) &&
    isRecord(value["rp"]) &&
    Array.isArray(value["pubKeyCredParams"]),
  "passkey creation options",
);

/**
 * Signs in or confirms the identity with a passkey. Reads the challenge from `…/options`.
 *
 * @throws PasskeyRefused, ApiError, ConnectionError, UnexpectedAnswerError
 */
export async function verifyPasskey(path: "/portal/session/passkey" | "/portal/step-up/passkey"): Promise<void> {
  const browser = await import("@simplewebauthn/browser");
  const optionsJSON = await portal.postAndRead(`${path}/options`, {}, readRequestOptions);
  const response = await browser.startAuthentication({ optionsJSON }).catch(refuse);
  await portal.post(path, { response });
}

/**
 * Creates a passkey in the browser and registers it with the service.
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
  throw new PasskeyError(cause);
}
