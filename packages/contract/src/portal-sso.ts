import { type Static, Type } from "typebox";
import { email } from "./portal.ts";
import { roles } from "./roles.ts";
import { nameTextPattern, nullable, oneOf } from "./schema.ts";
import { instant } from "./wire-values.ts";

/** Schemas of single sign-on. */

const closed = { additionalProperties: false };
const role = oneOf(roles, { description: "Role in the account.", examples: ["developer"] });
const domain = Type.String({
  maxLength: 253,
  pattern: "^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$",
  description: "Email domain in lower case.",
  examples: ["example.com"],
});
const name = { minLength: 1, maxLength: 200, pattern: nameTextPattern };
const connection = {
  issuer: Type.String({
    maxLength: 500,
    pattern: "^https?://[^?#\\s\\u0000-\\u001f\\u007f\\ud800-\\udfff]+$",
    description:
      "Issuer of the provider. The discovery document is under its path `/.well-known/openid-configuration`.",
    examples: ["https://login.example.com"],
  }),
  clientId: Type.String({ ...name, description: "Client id at the provider." }),
  groupsClaim: nullable(
    Type.String({ ...name, description: "Claim with the groups of the user; null to leave roles." }),
  ),
  groupRoles: Type.Record(Type.String(name), role, {
    maxProperties: 200,
    description: "Role by group. A user in several groups gets the role with the most rights.",
  }),
  defaultRole: nullable(
    oneOf(roles, { description: "Role of a user without a listed group; null to refuse the user." }),
  ),
  createsUsers: Type.Boolean({ description: "True if a user of the provider without a membership joins the account." }),
  passwordsOff: Type.Boolean({ description: "True if every user of the account must use single sign-on." }),
};

/** Results of single sign-on in the URL of the sign-in page. */
export const ssoResults = [
  "done",
  "expired",
  "denied",
  "unavailable",
  "refused",
  "no_group",
  "email_unverified",
  "domain_foreign",
  "not_a_member",
  "other_subject",
  "other_user",
  "suspended",
  "throttled",
] as const;
export type SsoResult = (typeof ssoResults)[number];

const next = Type.Optional(
  Type.String({
    maxLength: 1000,
    pattern: "^/(?![/\\\\])[^\\s\\\\\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$",
    description: "Path of the portal to open after the sign-in.",
  }),
);
export const SsoStartSchema = Type.Object({ email, next }, closed);
export const SsoStepUpSchema = Type.Object({ next }, closed);
export const SsoUrlSchema = Type.Object({ url: Type.String({ description: "URL of the provider to open." }) });
export const SaveSsoSchema = Type.Object(
  {
    ...connection,
    clientSecret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, pattern: nameTextPattern, description: "Kept if absent." }),
    ),
  },
  closed,
);
export const SsoDomainSchema = Type.Object({
  domain,
  record: Type.Object(
    { name: Type.String(), value: Type.String() },
    { description: "TXT record that proves ownership." },
  ),
  verifiedAt: nullable(instant("Time of the verification.")),
  forced: Type.Boolean({ description: "True if users of the domain must use single sign-on." }),
});
export const SsoSettingsSchema = Type.Object({
  connection: nullable(Type.Object({ ...connection, updatedAt: instant("Time of the last change.") })),
  redirectUri: Type.String({ description: "Redirect URI to register at the provider." }),
  tried: Type.Boolean({
    description: "True if an owner has signed in with the connection, so that it can be required.",
  }),
  domains: Type.Array(SsoDomainSchema),
});
export const SsoTestSchema = Type.Object({
  ok: Type.Boolean(),
  problem: nullable(Type.String({ description: "Problem with its remedy; null for a provider that can be used." })),
});
export const SsoDomainParamsSchema = Type.Object({ domain });
export const AddSsoDomainSchema = Type.Object({ domain }, closed);
export const ChangeSsoDomainSchema = Type.Object({ forced: Type.Boolean() }, closed);

export type SsoSettings = Static<typeof SsoSettingsSchema>;
export type SsoTest = Static<typeof SsoTestSchema>;
export type SaveSso = Static<typeof SaveSsoSchema>;
