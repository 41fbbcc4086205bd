import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { clientId, issuerOf, redirectUri } from "../../../../../tests/oidc-double.ts";

/** Answers of the provider: a JSON value, or a function that writes the response. */
type Answer = Readonly<Record<string, unknown>> | ((response: ServerResponse) => void);

export interface ScriptedProvider {
  issuer: string;
  /** Replaces the answers of some paths. */
  answers: Record<string, Answer>;
  /** Clock of the provider; the real one by default. */
  nowMs: () => number;
  /** Claims of the next ID token, in addition to valid ones. */
  claims: Record<string, unknown>;
  /** Returns the callback of a sign-in with the state of its authorization URL, and remembers the nonce for the ID token. */
  callbackFor(authorizationUrl: string): URL;
}

/** Starts a provider on loopback whose answers the test chooses, also those that a real provider does not give. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let nonce: string | null = null;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const answer = scripted.answers[path] ?? defaults[path]?.();
    if (typeof answer === "function") return answer(response);
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const issuer = issuerOf(server);
  const idToken = (): string => {
    const seconds = Math.floor(scripted.nowMs() / 1000);
    const header = { alg: "ES256", kid: "k1" };
    const claims = { iss: issuer, aud: clientId, iat: seconds, exp: seconds + 300, nonce, ...scripted.claims };
    const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
    return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
  };
  const defaults: Record<string, () => Answer> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      id_token_signing_alg_values_supported: ["ES256"],
    }),
    "/keys": () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1", use: "sig", alg: "ES256" }] }),
    "/token": () => ({ access_token: "a", token_type: "Bearer", id_token: idToken() }),
    "/userinfo": () => ({ sub: scripted.claims.sub }),
  };
  const scripted: ScriptedProvider = {
    issuer,
    answers: {},
    nowMs: Date.now,
    claims: {},
    callbackFor(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      nonce = searchParams.get("nonce");
      const callback = new URL(redirectUri);
      callback.search = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" }).toString();
      return callback;
    },
  };
  return scripted;
}
