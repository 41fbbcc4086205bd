import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";

/** A user of the provider. */
export interface ProviderUser {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: readonly string[];
}

export interface OidcDouble {
  issuer: string;
  /** Signs in at the provider as a user and returns the callback URL, which is not called. */
  signIn(authorizationUrl: string, user: ProviderUser): Promise<URL>;
  /** Replaces the signing key. */
  rotateKey(): void;
  close(): Promise<void>;
}

export const clientId = "wayfare";
export const clientSecret = "client-secret-of-tests";
export const redirectUri = "http://localhost:8080/portal/sso/callback";
/** Lifetime of ID tokens in seconds. */
export const idTokenSeconds = 120;

function makeKey(kid: string) {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" } as const;
}

interface OidcDoubleOptions {
  /** Redirect URI of the client. */
  redirect?: string;
  /** User of a sign-in page, for browsers; without it, a login finishes at once. */
  pageUser?: ProviderUser;
}

/** Starts a certified OpenID Connect provider on loopback that requires PKCE. The consent finishes at once. */
export async function startOidcDouble({
  redirect = redirectUri,
  pageUser,
}: OidcDoubleOptions = {}): Promise<OidcDouble> {
  const users = new Map(pageUser === undefined ? [] : [[pageUser.sub, pageUser]]);
  let signingIn = pageUser?.sub ?? "";
  let keys = 0;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = issuerOf(server);
  const rotateKey = (): void => {
    keys += 1;
    const provider = makeProvider({ issuer, redirect }, makeKey(`k${keys}`), users);
    const callback = provider.callback();
    handle = (request, response) => {
      if (request.url?.startsWith("/interaction/") !== true) void callback(request, response);
      else void interact(provider, { request, response }, { accountId: signingIn, hasPage: pageUser !== undefined });
    };
  };
  rotateKey();
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  onTestFinished(close);
  return {
    issuer,
    rotateKey,
    close,
    signIn(authorizationUrl, user) {
      users.set(user.sub, user);
      signingIn = user.sub;
      return followRedirects(authorizationUrl);
    },
  };
}

/** Returns the issuer of a listening server on loopback. */
export function issuerOf(server: ReturnType<typeof createServer>): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the provider has no port");
  return `http://127.0.0.1:${address.port}`;
}

function makeProvider(
  { issuer, redirect }: { issuer: string; redirect: string },
  key: ReturnType<typeof makeKey>,
  users: ReadonlyMap<string, ProviderUser>,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirect],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["cookie-secret-of-tests"] },
    pkce: { required: () => true },
    ttl: { IdToken: idTokenSeconds, AccessToken: 60, Interaction: 60, Session: 60, Grant: 60 },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...users.get(sub), sub }) }),
  });
}

/** Follows redirects like a browser, with cookies, up to the redirect URI. */
async function followRedirects(start: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  while (!url.href.startsWith(redirectUri)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  return url;
}

const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in to the provider</h1>
<form method="post"><button>Sign in</button></form></html>`;

async function interact(
  provider: Provider,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { accountId, hasPage }: { accountId: string; hasPage: boolean },
): Promise<void> {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    if (hasPage && request.method === "GET") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope("openid email profile");
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
