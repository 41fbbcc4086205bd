import { isPlanName, type Owner, type PlanName } from "@wayfare/contract";
import { nameOf } from "../records/records.ts";

/** How long a preview can be charged. */
export const previewMs = 10 * 60_000;

/** What a preview has fixed. */
export interface Previewed {
  plan: PlanName;
  trial: boolean;
  atMs: number;
  /** Of the quote. */
  fingerprint: string;
}

/** Writes and reads the tokens of previews; an owner's is of no use to another. */
export interface PreviewTokens {
  write(owner: Owner, previewed: Previewed): string;
  /** Undefined where it was not written here for this owner. */
  read(owner: Owner, token: string): Previewed | undefined;
}

type Sign = (message: string) => Buffer;

/** Signs texts, and recognizes those that it has signed. */
export interface TextSigner {
  write(compose: (sign: Sign) => string): string;
  isOurs(text: string, compose: (sign: Sign) => string): boolean;
}

export function makePreviewTokens(signer: TextSigner): PreviewTokens {
  const composed = (owner: Owner, text: string) => (sign: Sign) =>
    `${text}.${sign(`${nameOf(owner)} ${text}`).toString("base64url")}`;
  return {
    write(owner, { plan, trial, atMs, fingerprint }) {
      const text = Buffer.from(JSON.stringify([plan, trial, atMs, fingerprint])).toString("base64url");
      return signer.write(composed(owner, text));
    },
    read(owner, token) {
      const [text = ""] = token.split(".");
      return signer.isOurs(token, composed(owner, text)) ? parse(Buffer.from(text, "base64url").toString()) : undefined;
    },
  };
}

/** What was signed was written here. */
function parse(text: string): Previewed | undefined {
  const [plan, trial, atMs, fingerprint]: unknown[] = JSON.parse(text);
  if (typeof plan !== "string" || !isPlanName(plan) || typeof atMs !== "number") return undefined;
  return { plan, trial: trial === true, atMs, fingerprint: String(fingerprint) };
}
