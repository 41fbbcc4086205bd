import { type Static, type TProperties, Type } from "typebox";
import { type IdPrefix, idPattern } from "./ids.ts";
import { ipAllowlist } from "./keys.ts";
import { roles } from "./roles.ts";
import { nameText, nullable, oneOf, storableText } from "./schema.ts";
import { scopes } from "./scopes.ts";
import { webhookStatuses } from "./webhooks.ts";
import { environmentName, idOf, instant } from "./wire-values.ts";

/** What the pages of the portal say to the service beside the public API: who is signed in, and who belongs to the account. */

export const userId = idOf("usr", "Id of the user.");
export const email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: "^[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+@[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+$",
  description: "What one signs in with; upper and lower case are the same.",
  examples: ["ada@example.com"],
});
const userName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: nameText,
  description: "For people.",
  examples: ["Ada Lovelace"],
});
const password = Type.String({ minLength: 10, maxLength: 200, description: "At least ten characters." });
const givenPassword = Type.String({ minLength: 1, maxLength: 200 });
/** Six digits of an authenticator, or a recovery code. */
const code = Type.String({ minLength: 1, maxLength: 40, description: "Six digits, or a recovery code." });
const role = oneOf(roles, { description: "What the user is in the account.", examples: ["developer"] });
const closed = { additionalProperties: false };

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** An answer of `navigator.credentials`, as @simplewebauthn/browser writes it; the service verifies every part of it. */
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
  account: Type.Object({ id: Type.String(), name: Type.String() }),
  role,
  scopes: Type.Array(oneOf(scopes)),
  stepUpExpiresAt: nullable(
    instant("Time at which the confirmed identity expires; null if it must be confirmed first."),
  ),
  security: Type.Object({
    password: Type.Boolean(),
    totp: Type.Boolean(),
    passkeys: Type.Integer(),
    recoveryCodesLeft: Type.Integer(),
  }),
  needs: Type.Array(Type.Literal("profile")),
});

export const SteppedUpSchema = Type.Object({ stepUpExpiresAt: instant("Time at which the confirmation expires.") });

export const LinkSignInSchema = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);
export const PasswordSignInSchema = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254, pattern: storableText }),
    password: givenPassword,
    code: Type.Optional(code),
  },
  closed,
);
export const PasskeyAnswerSchema = Type.Object({ response: knownCredential }, closed);
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
  device: Type.String({ description: "As the browser calls itself." }),
  address: Type.String(),
  createdAt: instant("When it signed in."),
  lastUsedAt: instant("Last request, to within a minute."),
  current: Type.Boolean({ description: "Whether it is the session that asks." }),
});

export const ProfileSchema = Type.Object({ name: userName, email }, closed);
export const ChangePasswordSchema = Type.Object({ password, current: Type.Optional(givenPassword) }, closed);
export const NewTotpSchema = Type.Object({ secret: Type.String(), uri: Type.String() });
export const ConfirmTotpSchema = Type.Object({ code }, closed);
export const RecoveryCodesSchema = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export const PasskeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: instant("When it was added."),
  lastUsedAt: nullable(instant("When it was last used; null where it was not.")),
});
export const NewPasskeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60, pattern: nameText, examples: ["Laptop"] }),
    response: newCredential,
  },
  closed,
);

export const MemberSchema = Type.Object({
  id: userId,
  name: Type.String(),
  email: nullable(email),
  role,
  joinedAt: instant("When the user joined."),
  lastUsedAt: nullable(instant("When the user was last seen; null where there is no session.")),
});
export const InvitationSchema = Type.Object({
  id: Type.String(),
  email,
  role,
  createdAt: instant("When it was made."),
  expiresAt: instant("When its link ends."),
});
export const TeamSchema = Type.Object({ members: Type.Array(MemberSchema), invitations: Type.Array(InvitationSchema) });
export const InviteSchema = Type.Object({ email, role }, closed);
export const InvitedSchema = Type.Object({
  ...InvitationSchema.properties,
  url: Type.String({ description: "The one-time link. Shown in this answer and nowhere again." }),
});
export const ChangeRoleSchema = Type.Object({ role }, closed);

export const overviewQuery = Type.Object(
  { hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: 24 })) },
  closed,
);
const milliseconds = nullable(Type.Number({ description: "Null where nothing was answered." }));
const requests = Type.Integer({ description: "Requests by keys." });
const errors = Type.Integer({ description: "Of them, those that were answered 4xx or 5xx." });
export const OverviewSchema = Type.Object({
  from: instant("Start of the counted range."),
  requests,
  errors,
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  series: Type.Array(Type.Object({ from: instant("Start of the bucket."), requests, errors, p95Ms: milliseconds }), {
    description: "48 buckets, oldest first; empty ones too.",
  }),
  deliveries: Type.Object({
    delivered: Type.Integer(),
    awaitingRetry: Type.Integer({ description: "Not delivered yet." }),
    deadLettered: Type.Integer(),
  }),
  unhealthyWebhooks: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      status: oneOf(webhookStatuses, { description: "Its state." }),
      failures: Type.Integer({ description: "Attempts that failed in a row." }),
      firstFailureAt: nullable(
        instant("Time of the first failure after the last success; null if the last attempt succeeded."),
      ),
    }),
  ),
});

export const DryRunSchema = Type.Object({ ipAllowlist }, closed);
export const DryRunAnswerSchema = Type.Object({
  from: instant("Start of the checked range."),
  requests: Type.Integer({ description: "Requests by test and live keys." }),
  refused: Type.Integer({ description: "Of them, those that the list would have refused." }),
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      requests: Type.Integer(),
      lastAt: instant("Its last request."),
      allowed: Type.Boolean({ description: "Whether the list lets it in." }),
    }),
    { description: "At most 200: those that would be refused first, and the busiest of each." },
  ),
});

export const liveQuery = Type.Object({ environment: Type.Optional(environmentName) }, closed);

export type Overview = Static<typeof OverviewSchema>;
export type DryRunAnswer = Static<typeof DryRunAnswerSchema>;
export type PortalSession = Static<typeof PortalSessionSchema>;
export type SteppedUp = Static<typeof SteppedUpSchema>;
export type SignedInDevice = Static<typeof SignedInDeviceSchema>;
export type PortalPasskey = Static<typeof PasskeySchema>;
export type NewTotp = Static<typeof NewTotpSchema>;
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>;
export type Member = Static<typeof MemberSchema>;
export type Invitation = Static<typeof InvitationSchema>;
export type Invited = Static<typeof InvitedSchema>;
export type Team = Static<typeof TeamSchema>;
