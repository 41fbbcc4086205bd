import {
  DomainError,
  firstOveragePrice,
  GrantOAuthSchema,
  OAuthConsentSchema,
  OAuthGrantSchema,
  OAuthRequestSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../http/app-type.ts";
import { getSessionCaller } from "../http/caller.ts";
import { hashToken, makeToken } from "../identity/credentials/token.ts";
import { assertScopesWithin } from "../keys/rules.ts";
import { getAccount } from "../tenancy/account-store.ts";
import { type AuthorizationRequest, readAuthorizationRequest } from "./authorization-request.ts";
import { insertCode } from "./code-store.ts";
import { addParameters, describeRedirect } from "./redirect-uri.ts";
import type { OAuthDeps } from "./routes.ts";

/** Roles that can create keys. */
const granting = { roles: ["owner", "developer"] } as const;

/** Registers the routes with which the portal shows an authorization request and grants access, always after the user has confirmed. */
export function registerOAuthConsent(app: App, { database, clock, clients, publicUrl, resource }: OAuthDeps): void {
  app.post(
    "/portal/oauth/preview",
    {
      config: { access: { roles: [] } },
      schema: { body: OAuthRequestSchema, response: { 200: OAuthConsentSchema } },
    },
    async (request) => {
      const { accountId, plan } = getSessionCaller(request);
      const asked = readAuthorizationRequest(request.body.query, { clients, resource });
      const { title, searchesIncluded, currency } = plan;
      const price = firstOveragePrice(plan);
      return {
        clientName: asked.client.name,
        redirect: describeRedirect(asked.redirectUri),
        scopes: asked.scopes,
        account: { name: (await getAccount(database, accountId)).name },
        plan: { title, searchesIncluded, overage: price === null ? null : `${price} ${currency}` },
        error: asked.error?.message ?? null,
        refusalUrl: respond(asked, publicUrl, {
          error: asked.error?.code ?? "access_denied",
          error_description: asked.error?.message ?? "The user refused access.",
        }),
      };
    },
  );
  app.post(
    "/portal/oauth/grant",
    {
      config: { access: granting, stepUp: true },
      schema: { body: GrantOAuthSchema, response: { 200: OAuthGrantSchema } },
    },
    async (request) => {
      const { accountId, id: userId, scopes: held } = getSessionCaller(request);
      const { query, scopes, environment, days, usageLimits } = request.body;
      const asked = readAuthorizationRequest(query, { clients, resource });
      assertGrantable(asked, scopes);
      assertScopesWithin(held, scopes);
      const code = makeToken();
      const { clientId, redirectUri, codeChallenge } = asked;
      const grant = { accountId, userId, environment, scopes, days, usageLimits, redirectUri, codeChallenge };
      await runUnitOfWork(database, clock.nowMs(), ({ tx, nowMs }) =>
        insertCode(tx, hashToken(code), { ...grant, clientHash: hashToken(clientId) }, nowMs),
      );
      return { url: respond(asked, publicUrl, { code }) };
    },
  );
}

/** @throws DomainError REQUEST_INVALID for a faulty request, or scopes that the client did not request. */
function assertGrantable({ error, scopes: requested }: AuthorizationRequest, scopes: readonly string[]): void {
  if (error !== undefined) throw new DomainError("REQUEST_INVALID", { detail: error.message, errors: [] });
  if (scopes.every((scope) => requested.some((each) => each === scope))) return;
  const detail = "The client did not request all of these scopes.";
  throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/scopes", code: "ENUM", detail }] });
}

/** Address of a response to the client, with the issuer (RFC 9207), which lets it detect a response of another server. */
function respond(
  { redirectUri, state }: AuthorizationRequest,
  publicUrl: string,
  parameters: Readonly<Record<string, string>>,
): string {
  return addParameters(redirectUri, { ...parameters, state, iss: publicUrl });
}
