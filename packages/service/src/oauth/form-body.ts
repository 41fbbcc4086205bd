import { parse } from "node:querystring";
import { OAuthError } from "./oauth-error.ts";

/** Parameters of a request to the token or the revocation endpoint. */
export type FormBody = Readonly<Record<string, string>>;

const maxParameters = 50;

/** Parses the form of a request. @throws OAuthError invalid_request for a repeated parameter. */
export function parseFormBody(text: string): FormBody {
  const parsed = parse(text, "&", "=", { maxKeys: maxParameters });
  const entries = Object.entries(parsed).map(([name, value]): [string, string] => {
    if (typeof value === "string") return [name, value];
    throw new OAuthError("invalid_request", "A parameter must not be repeated.");
  });
  return Object.fromEntries(entries);
}

/** Returns a parameter. @throws OAuthError invalid_request if it is absent or empty. */
export function getParameter(body: FormBody, name: string): string {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === "") throw new OAuthError("invalid_request", `${name} is required.`);
  return value;
}

/** Returns a parameter, or undefined if it is absent or empty. */
export function findParameter(body: FormBody, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return value === "" ? undefined : value;
}
