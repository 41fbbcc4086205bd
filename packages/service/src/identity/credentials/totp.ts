import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
/** Accepted clock difference, in steps in either direction. */
const window = 1;

/** Generates an authenticator secret of 160 random bits in base32, and the URI for its QR code. */
export function makeTotpSecret(label: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer: "Wayfare", label, secret: new Secret({ size: 20 }), period: periodSeconds });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** True if the text has the format of an authenticator code. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

/** Returns the time step (RFC 6238, 30 s units since 1970) of a code; null if the code is not valid now. */
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
