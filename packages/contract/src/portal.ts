import { type Static, type TProperties, Type } from "typebox";
import { type IdPrefix, idPattern } from "./ids.ts";
import { ipAllowlist } from "./keys.ts";
import { roles } from "./roles.ts";
import { nameTextPattern, nullable, oneOf, storableTextPattern } from "./schema.ts";
import { scopes } from "./scopes.ts";
import { webhookStatuses } from "./webhooks.ts";
import { environmentName, idOf, instant } from "./wire-values.ts";

/** Schemas of the portal routes outside the public API: sessions, security settings and team. */

export const userId = idOf("usr", "Id of the user.");
export const maxEmailLength = 254;
export const emailPattern =
  "^[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+@[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+$";
export const email = Type.String({
  minLength: 3,
  maxLength: maxEmailLength,
  pattern: emailPattern,
  description: "Email address for sign-in, not case-sensitive.",
  examples: ["ada@example.com"],
});
export const userName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: nameTextPattern,
  description: "Display name.",
  examples: ["Ada Lovelace"],
});
export const password = Type.String({ minLength: 10, maxLength: 200, description: "At least 10 characters." });
const givenPassword = Type.String({ minLength: 1, maxLength: 200 });
/** 6-digit authenticator code, or recovery code. */
const code = Type.String({ minLength: 1, maxLength: 40, description: "6-digit authenticator code, or recovery code." });
const role = oneOf(roles, { description: "Role of the user in the account.", examples: ["developer"] });
const closed = { additionalProperties: false };

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Result of `navigator.credentials`, serialized by @simplewebauthn/browser. The service verifies all members. */
const credentialWith = <Response extends TProperties>(response: Response) =>
  Type.Object(
    {
      id: base64url(1400),
      rawId: base64url(1400),
      type: Type.Literal("public-key"),
      response: Type.Object(response, { additionalProperties: true }),
      clientExtensionResults: Type.Object({}, { additionalProperties: true }),
      authenticatorAttachment: Type.Optional(oneOf(["platform", "cross-platform"])),
    },
    closed,
  );
const newCredential = credentialWith({
  clientDataJSON: base64url(10_000),
  attestationObject: base64url(100_000),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
});
const knownCredential = credentialWith({
  clientDataJSON: base64url(10_000),
  authenticatorData: base64url(10_000),
  signature: base64url(10_000),
});

export const PortalSessionSchema = Type.Object({
  user: Type.Object({ id: userId, name: Type.String(), email: nullable(email) }),
  account: Type.Object({
    id: Type.String(),
    name: Type.String(),
    testClockOffsetSeconds: Type.Integer({
      description: "Seconds that the clock of the test data is ahead of real time.",
    }),
  }),
  role,
  operator: Type.Boolean({ description: "True if the user is an operator of the deployment." }),
  acting: nullable(
    Type.Object(
      {
        changes: Type.Boolean({ description: "True if the session may change data of the customer." }),
        expiresAt: instant("Time at which the session ends."),
      },
      { description: "Set if the user is an operator who acts for the customer with this account." },
    ),
  ),
  otherAccounts: Type.Boolean({ description: "True if the user can open other accounts with this session." }),
  singleSignOn: Type.Boolean({
    description: "True for a session of single sign-on, which is valid for this account only.",
  }),
  scopes: Type.Array(oneOf(scopes)),
  stepUpExpiresAt: nullable(instant("Time at which the identity confirmation expires; null if not confirmed.")),
  security: Type.Object({
    password: Type.Boolean(),
    totp: Type.Boolean(),
    passkeys: Type.Integer(),
    recoveryCodesLeft: Type.Integer(),
  }),
  needs: Type.Array(Type.Literal("profile")),
});

export const StartActingSchema = Type.Object(
  {
    accountId: idOf("acct", "Account of the customer."),
    changes: Type.Optional(Type.Boolean({ default: false, description: "True to allow changes." })),
  },
  closed,
);

export const StepUpResultSchema = Type.Object({ stepUpExpiresAt: instant("Time at which the confirmation expires.") });

export const LinkSignInSchema = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);
export const PasswordSignInSchema = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254, pattern: storableTextPattern }),
    password: givenPassword,
    code: Type.Optional(code),
  },
  closed,
);
export const PasskeyAssertionSchema = Type.Object({ response: knownCredential }, closed);
export const StepUpSchema = Type.Object(
  { password: Type.Optional(givenPassword), code: Type.Optional(code) },
  { ...closed, minProperties: 1, maxProperties: 1 },
);

const paramsOf = (prefix: IdPrefix) => Type.Object({ id: Type.String({ pattern: `^${idPattern(prefix)}$` }) });
export const SessionParamsSchema = paramsOf("ses");
export const PasskeyParamsSchema = paramsOf("pky");
export const UserParamsSchema = paramsOf("usr");
export const InvitationParamsSchema = paramsOf("ivt");

export const SignedInDeviceSchema = Type.Object({
  id: Type.String(),
  accountName: Type.String({ description: "Account of the session." }),
  device: Type.String({ description: "User agent of the browser." }),
  address: Type.String(),
  createdAt: instant("Time of sign-in."),
  lastUsedAt: instant("Time of the last request, accurate to one minute."),
  current: Type.Boolean({ description: "True for the session of this request." }),
});

export const ProfileSchema = Type.Object({ name: userName, email }, closed);
export const ChangePasswordSchema = Type.Object({ password, current: Type.Optional(givenPassword) }, closed);
export const NewTotpSchema = Type.Object({ secret: Type.String(), uri: Type.String() });
export const ConfirmTotpSchema = Type.Object({ code }, closed);
export const RecoveryCodesSchema = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export const PasskeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: instant("Time of creation."),
  lastUsedAt: nullable(instant("Time of the last use; null if it was never used.")),
});
export const NewPasskeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60, pattern: nameTextPattern, examples: ["Laptop"] }),
    response: newCredential,
  },
  closed,
);

export const MemberSchema = Type.Object({
  id: userId,
  name: Type.String(),
  email: nullable(email),
  role,
  joinedAt: instant("Time at which the user joined."),
  lastUsedAt: nullable(instant("Time of the last request; null if the user has no session.")),
});
export const InvitationSchema = Type.Object({
  id: Type.String(),
  email,
  role,
  createdAt: instant("Time of creation."),
  expiresAt: instant("Time at which the link expires."),
});
export const TeamSchema = Type.Object({ members: Type.Array(MemberSchema), invitations: Type.Array(InvitationSchema) });
export const CreateInvitationSchema = Type.Object({ email, role }, closed);
export const NewInvitationSchema = Type.Object({
  ...InvitationSchema.properties,
  url: Type.String({ description: "One-time link. Returned only in this response." }),
  mailed: Type.Boolean({ description: "True if the link is sent by mail. Otherwise pass it on." }),
  singleSignOn: Type.Boolean({
    description:
      "True if the account requires single sign-on for the address: a sign-in accepts the invitation, and the link is refused.",
  }),
});
export const ChangeRoleSchema = Type.Object({ role }, closed);

export const overviewQuery = Type.Object(
  { hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: 24 })) },
  closed,
);
const milliseconds = nullable(Type.Number({ description: "Null if there were no responses." }));
const requests = Type.Integer({ description: "Requests with API keys." });
const errors = Type.Integer({ description: "Requests with a 4xx or 5xx response." });
export const OverviewSchema = Type.Object({
  from: instant("Start of the counted range."),
  requests,
  errors,
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  series: Type.Array(Type.Object({ from: instant("Start of the bucket."), requests, errors, p95Ms: milliseconds }), {
    description: "48 buckets, oldest first, including empty ones.",
  }),
  deliveries: Type.Object({
    delivered: Type.Integer({ description: "Deliveries that were delivered in the range." }),
    awaitingRetry: Type.Integer({ description: "Deliveries that are pending now." }),
    deadLettered: Type.Integer({ description: "Deliveries that became dead letters in the range." }),
  }),
  hasWebhooks: Type.Boolean({ description: "True if there is a webhook endpoint." }),
  unhealthyWebhooks: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      status: oneOf(webhookStatuses, { description: "Status of the endpoint." }),
      failures: Type.Integer({ description: "Consecutive failed attempts." }),
      firstFailureAt: nullable(
        instant("Time of the first failure since the last success; null if the last attempt succeeded."),
      ),
    }),
  ),
});

export const AllowlistDryRunRequestSchema = Type.Object({ ipAllowlist }, closed);
export const AllowlistDryRunSchema = Type.Object({
  from: instant("Start of the checked range."),
  requests: Type.Integer({ description: "Requests with test and live keys." }),
  refused: Type.Integer({ description: "Requests that the list would have blocked." }),
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      requests: Type.Integer(),
      lastAt: instant("Time of the last request from the address."),
      allowed: Type.Boolean({ description: "True if the list contains the address." }),
    }),
    { description: "Up to 200 addresses: blocked addresses first, then by number of requests." },
  ),
});

export const liveQuery = Type.Object({ environment: Type.Optional(environmentName) }, closed);

export type Overview = Static<typeof OverviewSchema>;
export type AllowlistDryRun = Static<typeof AllowlistDryRunSchema>;
export type PortalSession = Static<typeof PortalSessionSchema>;
export type StepUpResult = Static<typeof StepUpResultSchema>;
export type SignedInDevice = Static<typeof SignedInDeviceSchema>;
export type PortalPasskey = Static<typeof PasskeySchema>;
export type NewTotp = Static<typeof NewTotpSchema>;
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>;
export type Member = Static<typeof MemberSchema>;
export type Invitation = Static<typeof InvitationSchema>;
export type NewInvitation = Static<typeof NewInvitationSchema>;
export type Team = Static<typeof TeamSchema>;
