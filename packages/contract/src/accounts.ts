import { type Static, Type } from "typebox";
import { ipAllowlist } from "./keys.ts";
import { MetadataSchema } from "./metadata.ts";
import { nameTextPattern, nullable, oneOf, ref, storableTextPattern } from "./schema.ts";
import { createdRange, environmentName, idOf, instant, searchText } from "./wire-values.ts";

export const AccountSchema = Type.Object(
  {
    id: idOf("acct", "Id of the account."),
    name: Type.String({ description: "Display name.", examples: ["Example Travel"] }),
    ipAllowlist,
    createdAt: instant("Time of creation."),
  },
  { $id: "Account", description: "Account of the calling key." },
);

export const ChangeAccountSchema = Type.Object(
  { ipAllowlist: Type.Optional(ipAllowlist) },
  { $id: "ChangeAccount", additionalProperties: false, description: "Changes to the account." },
);

const applicationName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: nameTextPattern,
  description: "Display name.",
  examples: ["Web shop"],
});
const applicationDescription = Type.String({
  maxLength: 500,
  pattern: storableTextPattern,
  description: "Display text.",
  examples: ["Searches of the web shop"],
});

export const ApplicationSchema = Type.Object(
  {
    id: idOf("app", "Id of the application."),
    environment: environmentName,
    name: applicationName,
    description: applicationDescription,
    metadata: ref(MetadataSchema),
    createdAt: instant("Time of creation."),
  },
  { $id: "Application", description: "Group of keys, webhook endpoints and usage within an account." },
);

export const CreateApplicationSchema = Type.Object(
  {
    name: applicationName,
    description: Type.Optional(applicationDescription),
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  { $id: "CreateApplication", additionalProperties: false, description: "Parameters of a new application." },
);

export const ChangeApplicationSchema = Type.Object(
  {
    name: Type.Optional(applicationName),
    description: Type.Optional(applicationDescription),
    metadata: Type.Optional(ref(MetadataSchema, { description: "Replaces all metadata; `{}` removes it." })),
  },
  { $id: "ChangeApplication", additionalProperties: false, description: "Changes to an application." },
);

export const DeletedApplicationSchema = Type.Object(
  {
    id: ApplicationSchema.properties.id,
    deletedAt: instant("Time of deletion."),
    revokedKeys: Type.Array(Type.String({ examples: ["ak_01kahz2j7p3v8c5m9n4q6r7s8t"] }), {
      description: "Keys of the application, now revoked. They stop working after 60 seconds.",
    }),
    deletedWebhooks: Type.Array(Type.String({ examples: ["whk_01kahz2j7p3v8c5m9n4q6r7s8t"] }), {
      description: "Webhook endpoints of the application, now deleted.",
    }),
    deletedWatches: Type.Integer({ description: "Number of watches of the application, now deleted.", examples: [2] }),
  },
  { $id: "DeletedApplication", description: "Deleted application." },
);

/** Types of audit events. */
export const auditEventTypes = [
  "account.created",
  "account.invited",
  "account.invitation_withdrawn",
  "account.changed",
  "account.suspended",
  "account.resumed",
  "account.close_scheduled",
  "account.plan_changed",
  "account.acting_started",
  "account.acting_stopped",
  "account.acted_for",
  "account.exported",
  "account.erasure_requested",
  "account.erased",
  "account.allowlist_changed",
  "account.billing_details_changed",
  "account.test_clock_advanced",
  "account.test_clock_reset",
  "booking.travelers_erased",
  "booking.settled",
  "application.created",
  "application.changed",
  "application.deleted",
  "key.created",
  "key.changed",
  "key.rolled",
  "key.revoked",
  "key.leaked",
  "coupon.redeemed",
  "invoice.credited",
  "invoice.marked_paid",
  "invoice.voided",
  "plan.created",
  "plan.version_created",
  "plan.changed",
  "subscription.changed",
  "subscription.cancelled",
  "subscription.resumed",
  "supplier.changed",
  "supplier.disconnected",
  "webhook.created",
  "webhook.changed",
  "webhook.deleted",
  "webhook.challenged",
  "webhook.secret_rotated",
  "webhook.tested",
  "webhook.replayed",
  "webhook.delivery_retried",
  "watch.created",
  "watch.changed",
  "watch.deleted",
  "user.signed_in",
  "user.sign_in_failed",
  "user.signed_out",
  "user.session_revoked",
  "user.profile_changed",
  "user.password_changed",
  "user.totp_added",
  "user.totp_removed",
  "user.passkey_added",
  "user.passkey_removed",
  "user.joined",
  "user.left",
  "user.role_changed",
  "user.removed",
  "user.erasure_requested",
  "user.erased",
  "user.link_created",
  "user.password_reset_created",
  "user.operator_added",
  "sso.connection_saved",
  "sso.connection_removed",
  "sso.domain_added",
  "sso.domain_verified",
  "sso.domain_changed",
  "sso.domain_removed",
  "sso.sign_in_failed",
  "invitation.created",
  "invitation.withdrawn",
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

export const auditActorTypes = ["key", "operator", "holder", "user", "anonymous"] as const;
export const auditSubjectTypes = [
  "account",
  "application",
  "booking",
  "coupon",
  "invitation",
  "invoice",
  "key",
  "plan",
  "subscription",
  "supplier",
  "user",
  "webhook",
  "watch",
] as const;

export const AuditEventSchema = Type.Object(
  {
    id: idOf("aud", "Id of the audit event."),
    createdAt: instant("Time of the event."),
    environment: nullable(environmentName),
    applicationId: nullable(idOf("app", "Application of the subject; null if it has none.")),
    type: oneOf(auditEventTypes, { description: "Type of the event.", examples: ["key.revoked"] }),
    actor: Type.Object(
      {
        type: oneOf(auditActorTypes, {
          description:
            "Kind of actor. `key`: an API key. `operator`: the command line, or an operator of the deployment. `holder`: the holder of a leaked key. `user`: a portal user. `anonymous`: a failed sign-in.",
          examples: ["key"],
        }),
        id: nullable(Type.String({ examples: ["ak_01kahz2j7p3v8c5m9n4q6r7s8t"] })),
        address: nullable(Type.String({ examples: ["203.0.113.9"] })),
      },
      { description: "Actor: the key, user or operator that made the change." },
    ),
    subject: Type.Object(
      {
        type: oneOf(auditSubjectTypes, { description: "Type of the object.", examples: ["key"] }),
        id: Type.String({ examples: ["ak_01kahz2j7p3v8c5m9n4q6r7s8t"] }),
      },
      { description: "Object that was changed." },
    ),
    details: Type.Object({}, { additionalProperties: true, description: "Details of the change, without secrets." }),
    requestId: nullable(
      Type.String({
        description: "Id of the request that made the change.",
        examples: ["req_01kahz2j7p3v8c5m9n4q6r7s8t"],
      }),
    ),
  },
  { $id: "AuditEvent", description: "Entry in the audit log." },
);

export const applicationQuery = {
  search: Type.Optional(
    searchText("Only applications whose name, description or id contains this text. Case-insensitive."),
  ),
};

export const auditQuery = {
  type: Type.Optional(oneOf(auditEventTypes, { description: "Only events of this type.", examples: ["key.revoked"] })),
  subjectId: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: "^[a-z]+_[0-9a-z]+$",
      description: "Only events whose subject has this id.",
      examples: ["ak_01kahz2j7p3v8c5m9n4q6r7s8t"],
    }),
  ),
  actorId: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: "^[a-z]+_[0-9a-z]+$",
      description: "Only events caused by the key or user with this id.",
      examples: ["ak_01kahz2j7p3v8c5m9n4q6r7s8t"],
    }),
  ),
  ...createdRange,
};

export type Account = Static<typeof AccountSchema>;
export type Application = Static<typeof ApplicationSchema>;
export type AuditEvent = Static<typeof AuditEventSchema>;
export type ChangeAccount = Static<typeof ChangeAccountSchema>;
export type CreateApplication = Static<typeof CreateApplicationSchema>;
export type ChangeApplication = Static<typeof ChangeApplicationSchema>;
export type DeletedApplication = Static<typeof DeletedApplicationSchema>;
