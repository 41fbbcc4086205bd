import { timingSafeEqual } from "node:crypto";
import { isPlanName, type PlanName } from "@wayfare/contract";
import { makeHmac } from "../../keys/hmac.ts";
import type { ServerSecrets } from "../../keys/server-secret.ts";
import { type BillingOwner, nameOf } from "../records.ts";

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
  write(owner: BillingOwner, previewed: Previewed): string;
  /** Undefined where it was not written here for this owner. */
  read(owner: BillingOwner, token: string): Previewed | undefined;
}

/** Tokens under the server secrets: the first signs, all are read. */
export function makePreviewTokens(secrets: ServerSecrets): PreviewTokens {
  const signs = secrets.all.map((secret) => makeHmac(secret.derive("billing previews")));
  const sign = makeHmac(secrets.first.derive("billing previews"));
  const signed = (owner: BillingOwner, text: string) => `${nameOf(owner)} ${text}`;
  return {
    write(owner, { plan, trial, atMs, fingerprint }) {
      const text = Buffer.from(JSON.stringify([plan, trial, atMs, fingerprint])).toString("base64url");
      return `${text}.${sign(signed(owner, text)).toString("base64url")}`;
    },
    read(owner, token) {
      const [text = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature);
      const isOurs = signs.some((each) => isSame(Buffer.from(each(signed(owner, text)).toString("base64url")), given));
      return isOurs ? parse(Buffer.from(text, "base64url").toString()) : undefined;
    },
  };
}

function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** What was signed was written here. */
function parse(text: string): Previewed | undefined {
  const [plan, trial, atMs, fingerprint]: unknown[] = JSON.parse(text);
  if (typeof plan !== "string" || !isPlanName(plan) || typeof atMs !== "number") return undefined;
  return { plan, trial: trial === true, atMs, fingerprint: String(fingerprint) };
}
