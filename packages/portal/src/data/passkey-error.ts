const closed = "The passkey prompt was cancelled or timed out. Try again.";

/** Messages by name of the browser's error (WebAuthn, sections 5.1.3 and 5.1.4). */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: closed,
  AbortError: closed,
  InvalidStateError: "You already have a passkey on this device.",
  SecurityError: "Passkeys require https or localhost, at the address that the service is configured with.",
  NotSupportedError: "This device cannot save a passkey. Use a phone or a security key, or sign in with your password.",
};

function unavailable(): string {
  return globalThis.isSecureContext
    ? "This browser or device has no passkeys. Sign in with your password."
    : "Passkeys are not available in this browser. They require https or localhost.";
}

/** The browser returned no passkey. The message is for users. */
export class PasskeyError extends Error {
  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : "";
    super(reasons[name] ?? unavailable(), { cause });
  }
}
