import type { MoneyAmount, Partition, Role } from "@wayfare/contract";

/** Link with a one-time token. The token is in the fragment, as everywhere. */
interface LinkContent {
  url: string;
  expiresAtMs: number;
}

interface EndpointContent {
  accountName: string;
  environment: Partition;
  webhookId: string;
  /** URL of the endpoint. */
  endpointUrl: string;
  failures: number;
  firstFailedAtMs: number;
}

/** Values of a mail by kind. All texts are plain text from users or the service. */
interface MailValues {
  /**
   * Invitation to an account. `inviter` is a name, null for an operator. With `usesSso`, the account requires single sign-on for the
   * address: a sign-in accepts the invitation, and the link would be refused.
   */
  invitation: LinkContent & { accountName: string; inviter: string | null; role: Role; usesSso: boolean };
  sign_in_link: LinkContent;
  email_verification: LinkContent;
  password_reset: LinkContent;
  /** Invitation by an operator to create an account. */
  sign_up_invitation: LinkContent;
  /** A sign-up with an address that has a user. */
  sign_up_existing: { requestedAtMs: number };
  /** A request for an address that must use single sign-on. */
  sso_instead: { requested: "password_reset" | "sign_up"; requestedAtMs: number };
  webhook_failing: EndpointContent;
  webhook_disabled: EndpointContent & { reason: string };
  payment_failed: { accountName: string; number: string | null; due: MoneyAmount; dueAtMs: number | null };
  /** The subscription is past due and ends at `endsAtMs` unless its invoices are paid. */
  payment_overdue: { accountName: string; endsAtMs: number };
  /** The subscription has ended because its invoices were not paid. */
  subscription_ended: { accountName: string };
  account_suspended: { accountName: string; reason: string };
}

export type MailKind = keyof MailValues;

/** Content of a mail. */
export type MailContent = { [Kind in MailKind]: { kind: Kind } & MailValues[Kind] }[MailKind];
