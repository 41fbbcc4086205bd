import { emailPattern, maxEmailLength, nameTextPattern, storableTextPattern } from "@wayfare/contract";
import { normalizeEmail } from "../users/store.ts";

/** Claims of a verified ID token, completed by those of the user info endpoint. */
export interface Claims extends Readonly<Record<string, unknown>> {
  iss: string;
  sub: string;
}

/** Length of a subject in OpenID Connect. */
const maxSubjectLength = 255;
const maxNameLength = 100;
const emailText = new RegExp(emailPattern, "u");
const nameText = new RegExp(nameTextPattern, "u");
const storableText = new RegExp(storableTextPattern, "u");

const googleIssuer = "https://accounts.google.com";
const microsoftIssuer = /^https:\/\/login\.microsoftonline\.com\//;

/** True if issuer and subject can be stored. */
export function isStorable({ iss, sub }: Claims): boolean {
  return sub.length > 0 && sub.length <= maxSubjectLength && storableText.test(sub) && storableText.test(iss);
}

/**
 * Adds the claims of the user info endpoint to those of an ID token, which win. The verification of an address counts for the same address
 * only.
 */
export function mergeClaims(token: Claims, info: Readonly<Record<string, unknown>>): Claims {
  if (token.email === undefined || token.email === info.email) return { ...info, ...token };
  const { email_verified: _other, ...others } = info;
  return { ...others, ...token };
}

/**
 * Returns the address of a user if the provider has verified it; undefined otherwise. Google is authoritative for addresses of Workspace
 * domains (`hd`) only: a private account can have the address of a former employee. Microsoft verifies the domain instead (`xms_edov`).
 */
export function findVerifiedEmail(claims: Claims): string | undefined {
  const { email } = claims;
  if (typeof email !== "string" || email.length > maxEmailLength || !emailText.test(email)) return undefined;
  return isVerified(claims) ? normalizeEmail(email) : undefined;
}

function isVerified({ iss, email_verified: verified, hd, xms_edov: domainVerified }: Claims): boolean {
  if (iss === googleIssuer) return verified === true && typeof hd === "string";
  if (microsoftIssuer.test(iss) && [true, 1, "1", "true"].some((each) => each === domainVerified)) return true;
  return verified === true;
}

/** Returns the display name of a new user. */
export function displayNameOf(claims: Claims, email: string): string {
  const { name } = claims;
  if (typeof name === "string" && name.length <= maxNameLength && nameText.test(name) && name.trim() !== "")
    return name;
  return email.slice(0, email.indexOf("@")).slice(0, maxNameLength);
}

/** Returns the time of the authentication at the provider in milliseconds; undefined if the provider does not send it. */
export function authenticationTimeOf({ auth_time: time }: Claims): number | undefined {
  return typeof time === "number" ? time * 1000 : undefined;
}
