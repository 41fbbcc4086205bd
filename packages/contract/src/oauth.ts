import { type Static, Type } from "typebox";
import { nullable, oneOf, ref } from "./schema.ts";
import { UsageLimitSchema } from "./usage-limits.ts";
import { environmentName } from "./wire-values.ts";

/** Scopes that clients can request with OAuth, in the order in which the portal shows them. */
export const oauthScopes = ["flights.search", "flights.book", "usage.read"] as const;
export type OAuthScope = (typeof oauthScopes)[number];

/** Days for which access can be granted. */
export const maxOAuthDays = 365;

const closed = { additionalProperties: false };

/** Query of an authorization request, as the client has sent it. */
const query = Type.String({ minLength: 1, maxLength: 8192 });

export const OAuthRequestSchema = Type.Object({ query }, closed);

export const OAuthConsentSchema = Type.Object({
  clientName: Type.String({ description: "Unverified text that the client has chosen." }),
  redirect: Type.Object({
    host: Type.String({ description: "Host that gets the code." }),
    isLoopback: Type.Boolean({ description: "True if a program on the user's computer gets it." }),
  }),
  scopes: Type.Array(oneOf(oauthScopes), { description: "Requested scopes." }),
  account: Type.Object({ name: Type.String() }),
  plan: Type.Object({
    title: Type.String(),
    searchesIncluded: Type.Integer(),
    overage: nullable(Type.String({ description: "Price of a further search; null if they are refused." })),
  }),
  error: nullable(Type.String({ description: "Reason why access cannot be granted; null if it can." })),
  refusalUrl: Type.String({ description: "Address that tells the client that access was refused." }),
});

export const GrantOAuthSchema = Type.Object(
  {
    query,
    scopes: Type.Array(oneOf(oauthScopes), { minItems: 1, uniqueItems: true }),
    environment: environmentName,
    days: Type.Integer({ minimum: 1, maximum: maxOAuthDays }),
    usageLimits: Type.Object(
      { searches: Type.Optional(ref(UsageLimitSchema)), bookings: Type.Optional(ref(UsageLimitSchema)) },
      closed,
    ),
  },
  closed,
);

export const OAuthGrantSchema = Type.Object({
  url: Type.String({ description: "Address at which the client gets the code." }),
});

export type OAuthConsent = Static<typeof OAuthConsentSchema>;
export type OAuthGrant = Static<typeof OAuthGrantSchema>;
export type GrantOAuth = Static<typeof GrantOAuthSchema>;
