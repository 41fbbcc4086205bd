import * as oidc from "openid-client";

const maxCauses = 5;

/**
 * A provider that cannot be reached (`unavailable`), a response that is refused, or a user who was not signed in (`denied`). The detail is
 * for the owner of the connection: it says what to fix and contains no secrets.
 */
export class IssuerError extends Error {
  readonly reason: "unavailable" | "refused" | "denied";
  readonly detail: string;

  constructor(reason: IssuerError["reason"], detail: string, options?: ErrorOptions) {
    super(`identity provider is ${reason}`, options);
    this.name = "IssuerError";
    this.reason = reason;
    this.detail = detail;
  }
}

/** Details by error code of the OpenID Connect library. */
const details: Readonly<Record<string, string>> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    "The `issuer` of the discovery document is not the issuer of the connection. Copy it from the document, with or without the slash at its end.",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    "The ID token is expired or not valid yet. Compare the clocks of the provider and of this service.",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    "The ID token is for another issuer, client or sign-in (`iss`, `aud` or `nonce`). Check the client id.",
  OAUTH_KEY_SELECTION_FAILED: "The key that signed the ID token is not among the keys of the provider.",
  OAUTH_INVALID_RESPONSE: "A response of the provider does not conform to OpenID Connect.",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "A response of the provider does not conform to OpenID Connect. Check the issuer.",
  OAUTH_RESPONSE_IS_NOT_JSON: "A response of the provider is not JSON. Check the issuer.",
  OAUTH_PARSE_ERROR: "A response of the provider is not valid JSON.",
  OAUTH_UNSUPPORTED_OPERATION: "The provider uses an algorithm or an option that is not supported.",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "The endpoints of the provider must use https.",
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: "The endpoints of the provider must use https.",
  OAUTH_TIMEOUT: "The provider did not answer in time.",
};

/** Details by error code of the token endpoint. */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_client: "The provider refused the client id or the client secret. Enter them again.",
  invalid_grant:
    "The provider refused the code of the sign-in: it was used already, expired, or is of another sign-in.",
  redirect_uri_mismatch: "The redirect URI is not registered at the provider.",
  unauthorized_client: "The client is not allowed to use the authorization code flow.",
};

/** Converts an error of the OpenID Connect library. */
export function toIssuerError(error: unknown): IssuerError {
  const causes = causesOf(error);
  const own = causes.find((cause) => cause instanceof IssuerError);
  if (own !== undefined) return own;
  const denied = causes.find((cause) => cause instanceof oidc.AuthorizationResponseError);
  if (denied !== undefined) {
    const detail = `The provider did not sign the user in (\`${codeText(denied.error)}\`).`;
    return new IssuerError("denied", detail, { cause: error });
  }
  const answered = causes.find((cause) => cause instanceof oidc.ResponseBodyError);
  if (answered !== undefined) {
    const detail = tokenErrors[answered.error] ?? `The provider refused the request (\`${codeText(answered.error)}\`).`;
    return new IssuerError("refused", detail, { cause: error });
  }
  const code = causes.flatMap((cause) => ("code" in cause && typeof cause.code === "string" ? [cause.code] : []))[0];
  const reason = code === "OAUTH_TIMEOUT" ? "unavailable" : "refused";
  const detail = details[code ?? ""] ?? "The provider sent an unexpected response.";
  return new IssuerError(reason, detail, { cause: error });
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < maxCauses; each = each.cause) causes.push(each);
  return causes;
}

/** Returns an error code of a provider if it looks like one. */
function codeText(code: string): string {
  return /^[a-z_]{1,60}$/.test(code) ? code : "unknown error";
}
