import type { GuardedClient } from "@wayfare/egress";
import * as oidc from "openid-client";
import type { SsoConnection } from "../connections/connection-store.ts";
import { type Claims, mergeClaims } from "./claims.ts";
import type { Flow } from "./flow.ts";
import { IssuerError, toIssuerError } from "./issuer-error.ts";

/** Tolerance for clocks of providers. */
const clockToleranceSeconds = 60;
/** Discovery documents are read again after this. */
const discoveryMs = 3_600_000;
const timeoutSeconds = 10;
const maxCachedDocuments = 1000;
/** Limit of each response of a provider. */
export const maxResponseBytes = 262_144;
/** Issuers of Microsoft that stand for every tenant: their ID tokens name other issuers. */
const manyTenants = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

interface IssuerDeps {
  client: GuardedClient;
  clock: { nowMs(): number };
}

/** A connection with its client secret. */
export type Provider = Pick<SsoConnection, "accountId" | "issuer" | "clientId"> & { secret: string };

/** Calls OpenID Connect providers through the guarded client. */
export class Issuers {
  readonly #deps: IssuerDeps;
  readonly #documents = new Map<string, { document: Promise<oidc.ServerMetadata>; atMs: number }>();

  constructor(deps: IssuerDeps) {
    this.#deps = deps;
  }

  /** Returns the URL at which the user signs in. @throws IssuerError */
  async authorizationUrl(provider: Provider, flow: Flow, redirectUri: string): Promise<URL> {
    const configuration = await this.#configurationOf(provider);
    const parameters = {
      redirect_uri: redirectUri,
      scope: "openid email profile",
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
      ...(flow.email !== null && { login_hint: flow.email }),
      ...(flow.userId !== null && { max_age: "0" }),
    };
    const url = buildUrl(configuration, parameters);
    // The browser opens this URL: a provider must not make it run a script.
    if (url.protocol === "https:" || url.origin === new URL(provider.issuer).origin) return url;
    throw new IssuerError("refused", "The authorization endpoint of the provider must use https.");
  }

  /**
   * Exchanges the code of a callback and verifies the ID token: signature, issuer, audience, times and nonce.
   *
   * @param claimNames claims that are read from the user info endpoint if the ID token does not have them.
   * @throws IssuerError
   */
  async finish(provider: Provider, flow: Flow, callbackUrl: URL, claimNames: readonly string[]): Promise<Claims> {
    const configuration = await this.#configurationOf(provider);
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new IssuerError("refused", "The provider sent no ID token.");
      const isComplete = claimNames.every((name) => claims[name] !== undefined);
      if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      return mergeClaims(claims, await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub));
    } catch (error) {
      throw toIssuerError(error);
    }
  }

  /** Reads the discovery document and the keys of a provider now. @throws IssuerError */
  async test(provider: Provider): Promise<void> {
    this.#documents.delete(keyOf(provider));
    const configuration = await this.#configurationOf(provider);
    const { authorization_endpoint, token_endpoint, jwks_uri } = configuration.serverMetadata();
    const missing = Object.entries({ authorization_endpoint, token_endpoint, jwks_uri }).find(([, url]) => !url);
    if (missing) throw new IssuerError("refused", `The discovery document has no \`${missing[0]}\`.`);
    const request = { method: "GET", headers: {}, body: null, redirect: "manual" } as const;
    const keys = await this.#fetch(provider.accountId, jwks_uri ?? "", request);
    if (keys.status !== 200) throw new IssuerError("refused", `The keys of the provider have status ${keys.status}.`);
  }

  /** Returns a new configuration, without cached keys, so that new keys of the provider are known at once. */
  async #configurationOf(provider: Provider): Promise<oidc.Configuration> {
    const document = await this.#documentOf(provider);
    const skewSeconds = Math.round((this.#deps.clock.nowMs() - Date.now()) / 1000);
    const metadata = { [oidc.clockTolerance]: clockToleranceSeconds, [oidc.clockSkew]: skewSeconds };
    const methods = document.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authentication = methods.includes("client_secret_basic") ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const { accountId, issuer, clientId, secret } = provider;
    const configuration = new oidc.Configuration(document, clientId, metadata, authentication(secret));
    configuration[oidc.customFetch] = (url, options) => this.#fetch(accountId, url, options);
    configuration.timeout = timeoutSeconds;
    oidc.enableNonRepudiationChecks(configuration);
    for (const change of changesFor(issuer)) change(configuration);
    return configuration;
  }

  #documentOf(provider: Provider): Promise<oidc.ServerMetadata> {
    const key = keyOf(provider);
    const nowMs = this.#deps.clock.nowMs();
    const cached = this.#documents.get(key);
    if (cached !== undefined && nowMs < cached.atMs + discoveryMs) return cached.document;
    const document = this.#discover(provider).catch((error: unknown) => {
      this.#documents.delete(key);
      throw toIssuerError(error);
    });
    if (this.#documents.size >= maxCachedDocuments) this.#documents.clear();
    this.#documents.set(key, { document, atMs: nowMs });
    return document;
  }

  async #discover({ accountId, issuer, clientId }: Provider): Promise<oidc.ServerMetadata> {
    if (manyTenants.test(issuer)) {
      throw new IssuerError("refused", "Use the issuer of your tenant, with its id, instead of `common`.");
    }
    const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      [oidc.customFetch]: (url, options) => this.#fetch(accountId, url, options),
      execute: changesFor(issuer),
      timeout: timeoutSeconds,
    });
    return configuration.serverMetadata();
  }

  async #fetch(accountId: string, url: string, options: oidc.CustomFetchOptions): Promise<Response> {
    const { body, method, headers, signal } = options;
    if (method !== "GET" && method !== "POST") throw new IssuerError("refused", "Unsupported request.");
    const outcome = await this.#deps.client.send({
      accountId,
      url,
      method,
      headers,
      ...(body instanceof URLSearchParams || typeof body === "string" ? { body: body.toString() } : {}),
      ...(signal !== undefined && { signal }),
    });
    if (!outcome.ok) throw new IssuerError("unavailable", `${placeOf(url)}: ${outcome.detail}`);
    if (outcome.truncated) {
      throw new IssuerError("refused", `${placeOf(url)}: the response is larger than ${maxResponseBytes} bytes.`);
    }
    if (outcome.status >= 500) {
      throw new IssuerError("unavailable", `${placeOf(url)}: the response has status ${outcome.status}.`);
    }
    const hasBody = ![204, 205, 304].includes(outcome.status);
    return new Response(hasBody ? new Uint8Array(outcome.body) : null, {
      status: outcome.status,
      headers: outcome.headers,
    });
  }
}

/** @throws IssuerError for an authorization endpoint that is not a URL of the web. */
function buildUrl(configuration: oidc.Configuration, parameters: Record<string, string>): URL {
  try {
    return oidc.buildAuthorizationUrl(configuration, parameters);
  } catch (error) {
    throw toIssuerError(error);
  }
}

/** Allows plain http for an issuer with it. It reaches loopback only, and only if the rules of the guarded client allow it. */
function changesFor(issuer: string): ((configuration: oidc.Configuration) => void)[] {
  // oxlint-disable-next-line typescript/no-deprecated -- it is marked so that it stands out
  return issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : [];
}

function keyOf({ accountId, issuer }: Provider): string {
  return `${accountId} ${issuer}`;
}

/** Returns a URL without its query, for messages. */
function placeOf(url: string): string {
  const [place = url] = url.split("?", 1);
  return place;
}
