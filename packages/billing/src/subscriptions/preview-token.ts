import type { AccountScope, PlanName } from "@wayfare/contract";
import { scopeKey } from "../records/records.ts";

/** Time for which a preview can be confirmed. */
export const previewLifetimeMs = 10 * 60_000;

/** Values fixed by a preview. */
export interface Previewed {
  plan: PlanName;
  trial: boolean;
  atMs: number;
  /** Fingerprint of the quote. */
  fingerprint: string;
}

/** Creates and verifies preview tokens. A token is bound to its scope. */
export interface PreviewTokens {
  write(scope: AccountScope, previewed: Previewed): string;
  /** Returns undefined for a token that was not issued for this scope. */
  read(scope: AccountScope, token: string): Previewed | undefined;
}

type Sign = (message: string) => Buffer;

/** Signs texts and verifies its signatures. */
export interface TextSigner {
  sign(compose: (sign: Sign) => string): string;
  verify(text: string, compose: (sign: Sign) => string): boolean;
}

export function createPreviewTokens(signer: TextSigner): PreviewTokens {
  const composed = (scope: AccountScope, text: string) => (sign: Sign) =>
    `${text}.${sign(`${scopeKey(scope)} ${text}`).toString("base64url")}`;
  return {
    write(scope, { plan, trial, atMs, fingerprint }) {
      const text = Buffer.from(JSON.stringify([plan, trial, atMs, fingerprint])).toString("base64url");
      return signer.sign(composed(scope, text));
    },
    read(scope, token) {
      const [text = ""] = token.split(".");
      return signer.verify(token, composed(scope, text)) ? parse(Buffer.from(text, "base64url").toString()) : undefined;
    },
  };
}

/** Parses a token after its signature was verified. */
function parse(text: string): Previewed | undefined {
  const [plan, trial, atMs, fingerprint]: unknown[] = JSON.parse(text);
  if (typeof plan !== "string" || typeof atMs !== "number") return undefined;
  return { plan, trial: trial === true, atMs, fingerprint: String(fingerprint) };
}
