import type { Role } from "@wayfare/contract";
import type { MailContent, MailKind } from "./content.ts";

/** A mail before it is rendered: plain texts. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  /** Button, whose URL is also shown as text. */
  action: { label: string; url: string } | null;
}

type Template<Kind extends MailKind> = (content: Extract<MailContent, { kind: Kind }>, publicUrl: string) => MailText;

const roleNames: Readonly<Record<Role, string>> = {
  owner: "an owner",
  developer: "a developer",
  billing: "a billing user",
  viewer: "a viewer",
};

const templates: { readonly [Kind in MailKind]: Template<Kind> } = {
  invitation: ({ accountName, inviter, role, url, expiresAtMs, usesSso }, publicUrl) => ({
    subject: `Invitation to ${accountName} on Wayfare`,
    paragraphs: [
      `${inviter ?? "An operator"} invites you to the account ${accountName} as ${roleNames[role]}.`,
      usesSso
        ? `To accept, sign in with this address and single sign-on until ${formatTime(expiresAtMs)}. If you did not expect this invitation, ignore it.`
        : `The link works once, until ${formatTime(expiresAtMs)}. If you did not expect this invitation, ignore it.`,
    ],
    action: usesSso
      ? { label: "Sign in to accept", url: `${publicUrl}/sign-in` }
      : { label: "Accept the invitation", url },
  }),
  sign_in_link: ({ url, expiresAtMs }) => ({
    subject: "Your sign-in link for Wayfare",
    paragraphs: [
      `The link works once, until ${formatTime(expiresAtMs)}.`,
      "If you did not request it, ignore this mail. It was sent only to this address.",
    ],
    action: { label: "Sign in", url },
  }),
  email_verification: ({ url, expiresAtMs }) => ({
    subject: "Confirm your email address for Wayfare",
    paragraphs: [
      `Confirm that this address is yours. The link works once, until ${formatTime(expiresAtMs)}.`,
      "If you did not sign up, ignore this mail.",
    ],
    action: { label: "Confirm the address", url },
  }),
  password_reset: ({ url, expiresAtMs }) => ({
    subject: "Reset your Wayfare password",
    paragraphs: [
      `Choose a new password with this link. It works once, until ${formatTime(expiresAtMs)}.`,
      "If you did not request it, ignore this mail. Your password stays the same.",
    ],
    action: { label: "Choose a new password", url },
  }),
  sign_up_invitation: ({ url, expiresAtMs }) => ({
    subject: "Create your Wayfare account",
    paragraphs: [
      `An operator invites you to create an account. The link works once, until ${formatTime(expiresAtMs)}.`,
      "If you did not expect this invitation, ignore it.",
    ],
    action: { label: "Create the account", url },
  }),
  sign_up_existing: ({ requestedAtMs }, publicUrl) => ({
    subject: "You already have a Wayfare user",
    paragraphs: [
      `A sign-up with this address was requested on ${formatTime(requestedAtMs)}, but it has a user already. Sign in instead.`,
      "If you did not sign up, ignore this mail. Nothing was changed. You can reset your password on the sign-in page.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/sign-in` },
  }),
  sso_instead: ({ requested, requestedAtMs }, publicUrl) => ({
    subject: "Sign in to Wayfare with single sign-on",
    paragraphs: [
      `${requested === "sign_up" ? "A sign-up" : "A new password"} was requested for this address on ${formatTime(requestedAtMs)}. Your organization requires single sign-on instead: choose “Continue with single sign-on” on the sign-in page.`,
      "If you are refused, ask an owner of your organization's account to invite you.",
      "If you did not request it, ignore this mail. Nothing was changed.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/sign-in` },
  }),
  webhook_failing: (endpoint, publicUrl) => ({
    subject: `Webhook endpoint of ${endpoint.accountName} is failing`,
    paragraphs: [
      `All deliveries to ${endpoint.endpointUrl} (${endpoint.environment}) have failed since ${formatTime(endpoint.firstFailedAtMs)}: ${endpoint.failures} attempts.`,
      "The endpoint is disabled after five days without a successful delivery.",
    ],
    action: { label: "Open the endpoint", url: `${publicUrl}/webhooks/${endpoint.webhookId}` },
  }),
  webhook_disabled: (endpoint, publicUrl) => ({
    subject: `Webhook endpoint of ${endpoint.accountName} is disabled`,
    paragraphs: [
      `The endpoint ${endpoint.endpointUrl} (${endpoint.environment}) is disabled: ${endpoint.reason}`,
      "Events are kept. Fix your endpoint, verify it again, then replay missed events.",
    ],
    action: { label: "Open the endpoint", url: `${publicUrl}/webhooks/${endpoint.webhookId}` },
  }),
  payment_failed: ({ accountName, number, due, dueAtMs }, publicUrl) => ({
    subject: `Payment of an invoice of ${accountName} failed`,
    paragraphs: [
      `The payment of invoice ${number ?? "without a number"} over ${due.amount} ${due.currency} failed.`,
      dueAtMs === null
        ? "Pay the invoice in the portal."
        : `The invoice is due on ${formatTime(dueAtMs)}. Pay it in the portal.`,
    ],
    action: { label: "Open billing", url: `${publicUrl}/billing` },
  }),
  payment_overdue: ({ accountName, endsAtMs }, publicUrl) => ({
    subject: `An invoice of ${accountName} is overdue`,
    paragraphs: [
      `The subscription of ${accountName} is past due. It ends on ${formatTime(endsAtMs)} unless its invoices are paid.`,
    ],
    action: { label: "Open billing", url: `${publicUrl}/billing` },
  }),
  subscription_ended: ({ accountName }, publicUrl) => ({
    subject: `The subscription of ${accountName} has ended`,
    paragraphs: [
      `Invoices of ${accountName} were not paid, so its subscription has ended and the account is on the free plan.`,
      "Pay the open invoices to subscribe again.",
    ],
    action: { label: "Open billing", url: `${publicUrl}/billing` },
  }),
  account_suspended: ({ accountName, reason }) => ({
    subject: `The account ${accountName} is suspended`,
    paragraphs: [
      `An operator has suspended the account ${accountName}. Its API keys and sessions are refused, and its webhooks wait.`,
      `Reason: ${reason}`,
    ],
    action: null,
  }),
};

/** Returns the texts of a mail. @param publicUrl URL of the service, without a trailing slash. */
export function composeMail<Kind extends MailKind>(
  content: Extract<MailContent, { kind: Kind }>,
  publicUrl: string,
): MailText {
  const template: Template<Kind> = templates[content.kind];
  return template(content, publicUrl);
}

const timeFormat = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

function formatTime(ms: number): string {
  return `${timeFormat.format(ms)} UTC`;
}
