const closed = "The browser’s dialog was closed, or took too long. Try again.";

/** By the name of the error that a browser rejects with (WebAuthn, sections 5.1.3 and 5.1.4). */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: closed,
  AbortError: closed,
  InvalidStateError: "This device holds a passkey of yours already.",
};

/** That the browser gave no passkey. The message says why, and what to do. */
export class PasskeyRefused extends Error {
  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : "";
    super(reasons[name] ?? "This browser has no passkeys here. They take https, or localhost.", { cause });
  }
}
