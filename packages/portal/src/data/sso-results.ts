import type { SsoResult } from "@wayfare/contract";

/** Texts of the sign-in page for results of single sign-on: what is wrong and what to do. The result `done` has none. */
export const ssoTexts: Readonly<Record<SsoResult, string>> = {
  done: "",
  expired: "The sign-in took longer than 10 minutes, or was started in another tab. Start it again.",
  denied: "Your identity provider did not sign you in. Ask its administrator whether you may use this application.",
  unavailable: "Your identity provider did not answer. Try again in a minute.",
  refused:
    "The response of your identity provider was refused. An owner of the account finds the reason in the audit log, and can test the connection in the settings.",
  no_group: "You are in none of the groups that may use this account. Ask the administrator of your identity provider.",
  email_unverified:
    "Your identity provider does not confirm your email address. Its administrator must verify the address and send it in the claims email and email_verified.",
  domain_foreign:
    "The domain of your email address is not verified for this account. An owner can add and verify it in the settings.",
  not_a_member: "You are not a member of this account. Ask an owner to invite you.",
  other_subject:
    "Another user of your identity provider has used this email address. An owner must remove the old member first.",
  other_user: "Your identity provider signed in another user. Sign out there, then try again.",
  suspended: "This account is suspended or closed. Contact the operator of this service.",
  throttled: "Too many attempts from your network. Try again in a few minutes.",
};

export function isSsoResult(value: unknown): value is SsoResult {
  return typeof value === "string" && Object.hasOwn(ssoTexts, value);
}
