import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
/** A clock may be one step off, either way. */
const window = 1;

/** A new secret for an authenticator: 160 random bits in base32, and the address that its QR code holds. */
export function makeTotpSecret(label: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer: "Wayfare", label, secret: new Secret({ size: 20 }), period: periodSeconds });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Whether a text has the form of an authenticator's code. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

/** The time step that a code of RFC 6238 belongs to, in 30 s since 1970; null where it is not one of now. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | null {
  if (!isTotpCode(code)) return null;
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period: periodSeconds,
    timestamp: nowMs,
    window,
  });
  return delta === null ? null : TOTP.counter({ period: periodSeconds, timestamp: nowMs }) + delta;
}
