import { type Static, Type } from "typebox";
import { MetadataSchema } from "./metadata.ts";
import { nameTextPattern, nullable, oneOf, ref } from "./schema.ts";
import { scopes } from "./scopes.ts";
import { UsageLimitStatesSchema, UsageLimitsSchema } from "./usage-limits.ts";
import { idOf, instant, searchText } from "./wire-values.ts";

/** Kinds of key. Service keys access live data. */
export const keyEnvironments = ["test", "live", "service"] as const;
export type KeyEnvironment = (typeof keyEnvironments)[number];

/** `revoking`: revoked, but accepted until `graceEndsAt`. */
export const keyStatuses = ["active", "revoking", "revoked", "expired"] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const keyId = idOf("ak", "Id of the key, not the raw key.");

const applicationId = idOf(
  "app",
  "Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications.",
);

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: nameTextPattern,
  description: "Display name.",
  examples: ["Checkout, Frankfurt"],
});

const scopeList = Type.Array(oneOf(scopes), {
  minItems: 1,
  uniqueItems: true,
  description: "Permissions of the key. Each `.write` scope includes its `.read` scope.",
  examples: [["flights.search", "usage.read"]],
});

/** CIDR list in a request. The service validates the ranges and returns an error for each invalid one. */
export const ipAllowlist = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 200,
  description: "IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses.",
  examples: [["203.0.113.0/24", "2001:db8::/32"]],
});

const secret = Type.String({
  description: "Raw key. Returned only in this response.",
  examples: ["key_test_…"],
});

const secretOmitted = Type.Boolean({
  description: "True on an idempotent replay, which cannot return the raw key. If you lost it, roll the key.",
  examples: [true],
});

const keyMembers = {
  id: keyId,
  name,
  environment: oneOf(keyEnvironments, { description: "Kind of key, also in its prefix.", examples: ["test"] }),
  scopes: scopeList,
  status: oneOf(keyStatuses, {
    description: "Status of the key. A `revoking` key is accepted until `graceEndsAt`.",
    examples: ["active"],
  }),
  hint: Type.String({ description: "First and last characters of the raw key.", examples: ["key_test_Ab3d…9fQ2"] }),
  applicationId: nullable(applicationId),
  ipAllowlist,
  usageLimits: ref(UsageLimitStatesSchema),
  metadata: ref(MetadataSchema),
  createdAt: instant("Time of creation."),
  expiresAt: nullable(instant("Time at which the key expires; null if it never expires.")),
  revokedAt: nullable(instant("Time of revocation, in the future for a key rolled with an overlap.")),
  graceEndsAt: nullable(instant("Time at which a revoked key stops working.")),
  rolledTo: nullable({ ...keyId, description: "Key that replaces this key." }),
  lastUsedAt: nullable(instant("Time of the last request, accurate to one minute; null if the key was never used.")),
  lastUsedAddress: nullable(Type.String({ description: "IP address of the last request.", examples: ["203.0.113.9"] })),
  idle: Type.Boolean({
    description: "True if the key is active and has not been used for 90 days.",
    examples: [false],
  }),
};

export const KeySchema = Type.Object(keyMembers, { $id: "Key", description: "An API key, without its secret." });

export const NewKeySchema = Type.Object(
  { ...keyMembers, secret: Type.Optional(secret), secretOmitted: Type.Optional(secretOmitted) },
  { $id: "NewKey", description: "New API key with its secret." },
);

export const CreateKeySchema = Type.Object(
  {
    name,
    environment: oneOf(keyEnvironments, {
      description:
        "Kind of key. A key can create only keys of the same kind. Owners can also create service keys in the portal or on the command line.",
      examples: ["test"],
    }),
    scopes: scopeList,
    applicationId: Type.Optional(nullable(applicationId)),
    ipAllowlist: Type.Optional(ipAllowlist),
    expiresAt: Type.Optional(
      nullable(instant("Time at which the key expires; null if it never expires.", "2027-06-30T00:00:00Z")),
    ),
    usageLimits: Type.Optional(ref(UsageLimitsSchema)),
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  { $id: "CreateKey", additionalProperties: false, description: "Parameters of a new API key." },
);

export const ChangeKeySchema = Type.Object(
  {
    name: Type.Optional(name),
    scopes: Type.Optional(scopeList),
    ipAllowlist: Type.Optional(ipAllowlist),
    expiresAt: Type.Optional(
      nullable(instant("Time at which the key expires; null if it never expires.", "2027-06-30T00:00:00Z")),
    ),
    usageLimits: Type.Optional(ref(UsageLimitsSchema)),
    metadata: Type.Optional(ref(MetadataSchema, { description: "Replaces all metadata; `{}` removes it." })),
  },
  { $id: "ChangeKey", additionalProperties: false, description: "Changes to an API key." },
);

export const RollKeySchema = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7 * 86_400,
        default: 86_400,
        description: "Time in seconds until the old key is revoked.",
        examples: [86_400],
      }),
    ),
  },
  { $id: "RollKey", additionalProperties: false, description: "Options for rolling a key." },
);

export const RevocationSchema = Type.Object(
  {
    id: keyId,
    status: oneOf(["revoking", "revoked"], {
      description: "`revoking` until `graceEndsAt`, then `revoked`.",
      examples: ["revoking"],
    }),
    revokedAt: instant("Time of revocation."),
    graceEndsAt: instant("Time at which the key stops working."),
  },
  { $id: "Revocation", description: "Revocation of a key." },
);

export const LeakedKeySchema = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 200, description: "Raw key.", examples: ["key_live_…"] }) },
  { $id: "LeakedKey", additionalProperties: false, description: "Raw key that was found in public." },
);

export const LeakedKeyRevocationSchema = Type.Object(
  {
    status: oneOf(["revoked"], { description: "The key no longer works.", examples: ["revoked"] }),
    revokedAt: instant("Time of revocation."),
  },
  { $id: "LeakedKeyRevocation", description: "Revocation of a leaked key." },
);

export const keyQuery = {
  status: Type.Optional(oneOf(keyStatuses, { description: "Only keys with this status.", examples: ["active"] })),
  applicationId: Type.Optional(applicationId),
  idle: Type.Optional(
    Type.Boolean({ description: "True: only idle keys. False: only keys that are not idle.", examples: [true] }),
  ),
  search: Type.Optional(searchText("Only keys whose name, id or hint contains this text. Case-insensitive.")),
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
