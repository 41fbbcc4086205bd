import { hash } from "node:crypto";

/** A registered client and the request that its user opens in a browser. */
interface AuthorizingClient {
  clientId: string;
  redirectUri: string;
  url: string;
  /** Value that a parser of JSON or of URLs may change. */
  state: string;
}

const verifier = "v".repeat(43);
const state = '"123" +%20';

/** Registers a client of a service and composes its authorization request. */
export async function authorizationUrl(
  serviceUrl: string,
  redirectUri: string,
  { name = "Example agent" } = {},
): Promise<AuthorizingClient> {
  const response = await fetch(`${serviceUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId }: { client_id: string } = JSON.parse(await response.text());
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "flights.search flights.book",
    state,
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
  });
  return { clientId, redirectUri, url: `${serviceUrl}/oauth/authorize?${query.toString()}`, state };
}

/** Exchanges the code of a response. @returns the response of the token endpoint */
export async function exchangeCode(
  serviceUrl: string,
  { clientId, redirectUri }: AuthorizingClient,
  code: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${serviceUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  const body: Record<string, unknown> = JSON.parse(await response.text());
  return body;
}
