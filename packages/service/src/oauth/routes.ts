import { DomainError } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app-type.ts";
import { isRawKey } from "../keys/raw-key.ts";
import { revokeLeakedKey } from "../keys/rules.ts";
import { lockKeyByRawKey } from "../keys/store.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { assertResource } from "./authorization-request.ts";
import type { ClientRegistry } from "./clients.ts";
import { exchangeCode } from "./exchange-code.ts";
import { type FormBody, findParameter, getParameter, parseFormBody } from "./form-body.ts";
import { describeAuthorizationServer, oauthPaths } from "./metadata.ts";
import { OAuthError } from "./oauth-error.ts";

export interface OAuthDeps extends Pick<ResourceDeps, "database" | "clock" | "secrets" | "accessCache"> {
  clients: ClientRegistry;
  /** Public URL of the service, which is the issuer. */
  publicUrl: string;
  /** The protected resource. */
  resource: string;
}

/** Many users of one hosted client share its addresses. */
const tokenBody = { allowance: { burst: 60, perMinute: 60 } };
const registrationBody = { maxBytes: 8192, allowance: { burst: 20, perMinute: 10 } };
/** Longer queries than any client sends. */
const maxQueryLength = 8000;

/** Registers the OAuth endpoints for clients. The pages of the portal ask the user (`consent-routes.ts`). */
export function registerOAuth(app: App, deps: OAuthDeps): void {
  const metadata = describeAuthorizationServer(deps.publicUrl);
  app.get("/.well-known/oauth-authorization-server", { config: { access: "public" } }, async (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").send(metadata),
  );
  registerAuthorization(app);
  registerClients(app, deps);
  app.register(async (forms: App) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, body: string | Buffer) => parseFormBody(body.toString()),
    );
    registerToken(forms, deps);
    registerRevocation(forms, deps);
  });
}

/**
 * Opens the page of the portal. The query is passed on as one opaque value: a router that parses and writes it again could change the
 * state of the client.
 */
function registerAuthorization(app: App): void {
  app.get(oauthPaths.authorize, { config: { access: "public" } }, async (request, reply) => {
    const query = request.url.split("?").slice(1).join("?");
    if (query.length > maxQueryLength) {
      const detail = `The query must have at most ${maxQueryLength} characters.`;
      throw new DomainError("REQUEST_INVALID", { detail, errors: [] });
    }
    const opaque = Buffer.from(query).toString("base64url");
    return reply.header("cache-control", "no-store").redirect(`/authorize?request=q${opaque}`, 303);
  });
}

function registerClients(app: App, { clients, clock }: OAuthDeps): void {
  const config = { access: "public", publicBody: registrationBody } as const;
  app.post(oauthPaths.register, { config, errorHandler: sendOAuthError }, async (request, reply) => {
    const { clientId, client } = clients.register(request.body, clock.nowMs());
    reply.code(201).header("cache-control", "no-store");
    return reply.send({
      client_id: clientId,
      client_id_issued_at: client.issuedAtSeconds,
      client_name: client.name,
      redirect_uris: client.redirectUris,
      // A program of a user cannot keep a secret. Clients that request another method are public, too.
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      response_types: ["code"],
    });
  });
}

function registerToken(app: App, deps: OAuthDeps): void {
  const { clients, clock, resource } = deps;
  const config = { access: "public", publicBody: tokenBody } as const;
  app.post<{ Body: FormBody }>(oauthPaths.token, { config, errorHandler: sendOAuthError }, async (request, reply) => {
    const body = readForm(request);
    if (getParameter(body, "grant_type") !== "authorization_code") {
      throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code.");
    }
    const clientId = getParameter(body, "client_id");
    const client = clients.find(clientId);
    if (client === undefined) throw new OAuthError("invalid_client", "The client is unknown: register again.");
    assertResource(findParameter(body, "resource"), resource);
    const exchange = {
      clientId,
      client,
      code: getParameter(body, "code"),
      redirectUri: findParameter(body, "redirect_uri") ?? client.redirectUris[0] ?? "",
      codeVerifier: readVerifier(body),
    };
    const dependencies = { ...deps, invalidate: deps.accessCache.invalidate };
    const issued = await exchangeCode(dependencies, exchange, { wallMs: clock.nowMs(), origin: originOf(request) });
    reply.header("cache-control", "no-store").header("pragma", "no-cache");
    return reply.send({
      access_token: issued.accessToken,
      token_type: "Bearer",
      expires_in: issued.expiresInSeconds,
      scope: issued.scopes.join(" "),
    });
  });
}

/** Registers the revocation (RFC 7009). Possession of the token authorizes it, as for leaked keys; the key ends at once. */
function registerRevocation(app: App, { database, clock, secrets, accessCache }: OAuthDeps): void {
  const config = { access: "public", publicBody: tokenBody } as const;
  app.post<{ Body: FormBody }>(oauthPaths.revoke, { config, errorHandler: sendOAuthError }, async (request, reply) => {
    const token = getParameter(readForm(request), "token");
    if (isRawKey(token)) {
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const key = await lockKeyByRawKey(unit.tx, secrets, token);
        const actor = { kind: "holder" as const, id: null, ...originOf(request) };
        if (key !== undefined) await revokeLeakedKey(unit, { secrets, invalidate: accessCache.invalidate }, key, actor);
      });
    }
    return reply.header("cache-control", "no-store").send({});
  });
}

/** Characters and length of RFC 7636. */
function readVerifier(body: FormBody): string {
  const verifier = getParameter(body, "code_verifier");
  if (/^[\w.~-]{43,128}$/.test(verifier)) return verifier;
  throw new OAuthError("invalid_request", "code_verifier must have 43 to 128 characters: letters, digits, - . _ ~");
}

function readForm({ body }: FastifyRequest<{ Body: FormBody | undefined }>): FormBody {
  if (body !== undefined) return body;
  throw new OAuthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
}

function originOf(request: FastifyRequest): { address: string; requestId: string } {
  return { address: getClientAddress(request), requestId: request.id };
}

/** Sends the errors of OAuth in its own form. Other errors are problem details, as in the API. */
function sendOAuthError(error: Error, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof OAuthError)) throw error;
  return reply
    .code(error.code === "invalid_client" ? 401 : 400)
    .header("cache-control", "no-store")
    .type("application/json")
    .send({ error: error.code, error_description: error.message });
}
