import { type Static, Type } from "typebox";
import { MetadataSchema } from "./metadata.ts";
import { nameText, nullable, oneOf, refer } from "./schema.ts";
import { scopes } from "./scopes.ts";
import { idOf, instant } from "./wire-values.ts";

/** The three kinds of key; a service key sees live data. */
export const keyEnvironments = ["test", "live", "service"] as const;
export type KeyEnvironment = (typeof keyEnvironments)[number];

/** `revoking`: revoked, and still answering until `graceEndsAt`. */
export const keyStatuses = ["active", "revoking", "revoked", "expired"] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const keyId = idOf("ak", "Id of the key; a raw key is never an id.");

const applicationId = idOf(
  "app",
  "Application of the key. The key reads, creates and changes only rows of that application; a key without one reads those of every application.",
);

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: nameText,
  description: "For people.",
  examples: ["Checkout, Frankfurt"],
});

const scopeList = Type.Array(oneOf(scopes), {
  minItems: 1,
  uniqueItems: true,
  description: "What the key may do; each `.write` includes its `.read`.",
  examples: [["flights.search", "usage.read"]],
});

/** A CIDR list on its way in: what a range is, the service checks with a fault for each. */
export const ipAllowlist = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 200,
  description: "CIDR ranges or addresses, IPv4 and IPv6, that may call; an empty list lets every address in.",
  examples: [["203.0.113.0/24", "2001:db8::/32"]],
});

const secret = Type.String({
  description: "The raw key. Shown in this answer and nowhere again.",
  examples: ["key_test_…"],
});

const secretOmitted = Type.Boolean({
  description: "True on an idempotent replay, which cannot show the raw key: roll the key if it is lost.",
  examples: [true],
});

const keyMembers = {
  id: keyId,
  name,
  environment: oneOf(keyEnvironments, { description: "Kind of key, as its prefix says.", examples: ["test"] }),
  scopes: scopeList,
  status: oneOf(keyStatuses, { description: "`revoking` still answers until `graceEndsAt`.", examples: ["active"] }),
  hint: Type.String({ description: "First and last characters of the raw key.", examples: ["key_test_Ab3d…9fQ2"] }),
  applicationId: nullable(applicationId),
  ipAllowlist,
  metadata: refer(MetadataSchema),
  createdAt: instant("When the key was made."),
  expiresAt: nullable(instant("From when on the key is refused; null for never.")),
  revokedAt: nullable(instant("When the key was revoked; in the future for a key that was rolled with an overlap.")),
  graceEndsAt: nullable(instant("From when on a revoked key is refused.")),
  rolledTo: nullable({ ...keyId, description: "The key that takes its place." }),
  lastUsedAt: nullable(instant("Last request, to within a minute; null where there was none.")),
  lastUsedAddress: nullable(Type.String({ description: "Where it came from.", examples: ["203.0.113.9"] })),
  idle: Type.Boolean({ description: "Whether the key can be used and has not been for 90 days.", examples: [false] }),
};

export const KeySchema = Type.Object(keyMembers, { $id: "Key", description: "An API key, without its secret." });

export const NewKeySchema = Type.Object(
  { ...keyMembers, secret: Type.Optional(secret), secretOmitted: Type.Optional(secretOmitted) },
  { $id: "NewKey", description: "A key that has just been made, with its secret." },
);

export const CreateKeySchema = Type.Object(
  {
    name,
    environment: oneOf(keyEnvironments, {
      description:
        "Kind of key. It is the caller's own: a test key makes test keys. Service keys are made by the operator.",
      examples: ["test"],
    }),
    scopes: scopeList,
    applicationId: Type.Optional(nullable(applicationId)),
    ipAllowlist: Type.Optional(ipAllowlist),
    expiresAt: Type.Optional(
      nullable(instant("From when on the key is refused; null for never.", "2027-06-30T00:00:00Z")),
    ),
    metadata: Type.Optional(refer(MetadataSchema)),
  },
  { $id: "CreateKey", additionalProperties: false, description: "A key to make." },
);

export const ChangeKeySchema = Type.Object(
  {
    name: Type.Optional(name),
    scopes: Type.Optional(scopeList),
    ipAllowlist: Type.Optional(ipAllowlist),
    expiresAt: Type.Optional(
      nullable(instant("From when on the key is refused; null for never.", "2027-06-30T00:00:00Z")),
    ),
    metadata: Type.Optional(refer(MetadataSchema, { description: "Replaces all metadata; `{}` removes it." })),
  },
  { $id: "ChangeKey", additionalProperties: false, description: "What to change of a key." },
);

export const RollKeySchema = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7 * 86_400,
        default: 86_400,
        description: "How long the old key goes on before it is revoked.",
        examples: [86_400],
      }),
    ),
  },
  { $id: "RollKey", additionalProperties: false, description: "How to roll a key." },
);

export const RevocationSchema = Type.Object(
  {
    id: keyId,
    status: oneOf(["revoking", "revoked"], {
      description: "`revoked` once the grace is over.",
      examples: ["revoking"],
    }),
    revokedAt: instant("When the key was revoked."),
    graceEndsAt: instant("From when on the key is refused."),
  },
  { $id: "Revocation", description: "A key that has been revoked." },
);

export const LeakedKeySchema = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 200, description: "The raw key.", examples: ["key_live_…"] }) },
  { $id: "LeakedKey", additionalProperties: false, description: "A raw key that somebody found." },
);

export const LeakedKeyRevocationSchema = Type.Object(
  {
    status: oneOf(["revoked"], { description: "The key no longer works.", examples: ["revoked"] }),
    revokedAt: instant("When the key was revoked."),
  },
  { $id: "LeakedKeyRevocation", description: "The revocation of a leaked key." },
);

export const keyQuery = {
  status: Type.Optional(oneOf(keyStatuses, { description: "Only keys in this state.", examples: ["active"] })),
  applicationId: Type.Optional(applicationId),
  idle: Type.Optional(
    Type.Boolean({ description: "Only keys that are idle, or only those that are not.", examples: [true] }),
  ),
};

export const KeyParamsSchema = Type.Object({
  id: idOf("ak", "Id of the key."),
});

export type Key = Static<typeof KeySchema>;
export type NewKey = Static<typeof NewKeySchema>;
export type CreateKey = Static<typeof CreateKeySchema>;
export type ChangeKey = Static<typeof ChangeKeySchema>;
export type RollKey = Static<typeof RollKeySchema>;
export type Revocation = Static<typeof RevocationSchema>;
export type LeakedKey = Static<typeof LeakedKeySchema>;
export type LeakedKeyRevocation = Static<typeof LeakedKeyRevocationSchema>;
