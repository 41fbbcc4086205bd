import type { SecretBox } from "@wayfare/webhooks";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";

/** A sign-in that waits for its callback. It is sealed in a cookie, which binds it to one browser. */
export interface Flow {
  accountId: string;
  issuer: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Address that the user entered; null for a step-up. */
  email: string | null;
  /** User who confirms the identity; null for a sign-in. */
  userId: string | null;
  /** Path of the portal to open afterwards. */
  next: string | null;
  startedAtMs: number;
}

export const flowLifetimeMs = 10 * 60_000;

export function startFlow(
  target: Pick<Flow, "accountId" | "issuer" | "email" | "userId" | "next">,
  nowMs: number,
): Flow {
  const { accountId, issuer, email, userId, next } = target;
  const random = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  return { accountId, issuer, email, userId, next, ...random, startedAtMs: nowMs };
}

export function sealFlow(box: SecretBox, flow: Flow): string {
  return Buffer.from(box.seal(JSON.stringify(flow))).toString("base64url");
}

/** Opens the flow of a cookie; undefined if it is missing, changed or expired. */
export function openFlow(box: SecretBox, text: string | undefined, nowMs: number): Flow | undefined {
  if (text === undefined) return undefined;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by `sealFlow` and authenticated
    const flow = JSON.parse(box.open(Buffer.from(text, "base64url"))) as Flow;
    return nowMs < flow.startedAtMs + flowLifetimeMs ? flow : undefined;
  } catch {
    return undefined;
  }
}
