import type { AuditEvent } from "@wayfare/sdk";
import { keysOf } from "../data/keys-of.ts";

type AuditEventType = AuditEvent["type"];

/** Labels of the audit event types. The compiler checks that the list is complete. */
export const auditEventLabels: Readonly<Record<AuditEventType, string>> = {
  "account.invited": "invited a customer",
  "account.invitation_withdrawn": "withdrew the invitation of a customer",
  "account.created": "created the account",
  "account.changed": "renamed the account",
  "account.suspended": "suspended the account",
  "account.resumed": "resumed the account",
  "account.close_scheduled": "scheduled the closure of the account",
  "account.plan_changed": "changed the plan of the account",
  "account.acting_started": "started to act for the customer",
  "account.acting_stopped": "stopped acting for the customer",
  "account.acted_for": "sent a change for the customer",
  "account.exported": "exported the account",
  "account.erasure_requested": "requested the erasure of the account",
  "account.erased": "erased the account",
  "account.allowlist_changed": "changed the account’s allowlist",
  "account.test_clock_advanced": "advanced the test clock",
  "account.test_clock_reset": "reset the test clock",
  "booking.travelers_erased": "erased the travelers of a booking",
  "booking.settled": "settled a booking",
  "application.created": "created an application",
  "application.changed": "changed an application",
  "application.deleted": "deleted an application",
  "key.created": "created a key",
  "key.changed": "changed a key",
  "key.rolled": "rolled a key",
  "key.revoked": "revoked a key",
  "key.leaked": "reported a leaked key",
  "account.billing_details_changed": "changed the billing details",
  "coupon.redeemed": "redeemed a coupon",
  "invoice.credited": "credited an invoice",
  "invoice.marked_paid": "marked an invoice as paid",
  "invoice.voided": "voided an invoice",
  "plan.created": "created a plan",
  "plan.version_created": "created a version of a plan",
  "plan.changed": "changed a plan",
  "subscription.changed": "changed the plan",
  "subscription.cancelled": "cancelled the subscription",
  "subscription.resumed": "resumed the subscription",
  "supplier.changed": "changed a supplier",
  "supplier.disconnected": "disconnected a supplier",
  "watch.created": "created a watch",
  "watch.changed": "changed a watch",
  "watch.deleted": "deleted a watch",
  "webhook.created": "registered an endpoint",
  "webhook.changed": "changed an endpoint",
  "webhook.deleted": "deleted an endpoint",
  "webhook.challenged": "started endpoint verification",
  "webhook.secret_rotated": "rotated an endpoint’s secret",
  "webhook.tested": "sent a test event",
  "webhook.replayed": "replayed events",
  "webhook.delivery_retried": "retried a delivery",
  "user.signed_in": "signed in",
  "user.sign_in_failed": "failed to sign in",
  "user.signed_out": "signed out",
  "user.session_revoked": "ended a session",
  "user.profile_changed": "changed name or email",
  "user.password_changed": "changed the password",
  "user.totp_added": "added an authenticator",
  "user.totp_removed": "removed an authenticator",
  "user.passkey_added": "added a passkey",
  "user.passkey_removed": "removed a passkey",
  "user.joined": "joined the account",
  "user.left": "left the account",
  "user.role_changed": "changed a role",
  "user.removed": "removed a member",
  "user.erasure_requested": "requested the erasure of a user",
  "user.erased": "erased a user",
  "user.link_created": "created a sign-in link",
  "user.password_reset_created": "created a link to reset a password",
  "user.operator_added": "made a member an operator",
  "sso.connection_saved": "changed the single sign-on connection",
  "sso.connection_removed": "removed the single sign-on connection",
  "sso.domain_added": "added an email domain",
  "sso.domain_verified": "verified an email domain",
  "sso.domain_changed": "changed whether a domain requires single sign-on",
  "sso.domain_removed": "removed an email domain",
  "sso.sign_in_failed": "failed to sign in by single sign-on",
  "invitation.created": "invited a member",
  "invitation.withdrawn": "withdrew an invitation",
};

export const auditEventTypes: readonly AuditEventType[] = keysOf(auditEventLabels);

/** Formats the details of an audit event as `name: value` texts. Omits empty values. */
export function describeDetails(details: object): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const text = describeValue(value);
    return text === "" ? [] : [`${name}: ${text}`];
  });
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(describeValue).join(", ");
  return JSON.stringify(value);
}
