import type { ChangeWebhook, Webhook } from "@wayfare/sdk";
import { readText } from "../../data/form-text.ts";

/** A parsed text of a form, or the sentence that says how to correct it. */
export type Parsed<T> = { value: T } | { error: string };

/** Parses the conditions of an endpoint; null for an empty text. The service checks their members. */
export function parseFilter(text: string): Parsed<Webhook["filter"]> {
  if (text.trim() === "") return { value: null };
  const error = 'Enter a JSON object, such as {"status": "confirmed"}.';
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { value: { ...value } } : { error };
  } catch {
    return { error };
  }
}

/** Parses headers, one `Name: value` for each line; empty lines do not count. */
export function parseHeaders(text: string): Parsed<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (name === "") return { error: `Line ${index + 1}: enter a name, a colon and a value.` };
    headers.set(name, line.slice(colon + 1).trim());
  }
  return { value: Object.fromEntries(headers) };
}

type DeliveryOptions = Pick<ChangeWebhook, "ordered" | "filter" | "headers" | "auth">;

/**
 * Reads the delivery options of a form.
 *
 * @param webhook endpoint to edit, whose stored headers and credentials stay if their fields are empty; absent for a new one.
 * @returns the options to send; null if one is invalid, for which the form shows an error.
 */
export function readDeliveryOptions(form: FormData, webhook?: Webhook): DeliveryOptions | null {
  const filter = parseFilter(readText(form, "filter"));
  const headers = parseHeaders(readText(form, "headers"));
  if ("error" in filter || "error" in headers) return null;
  const ordered = form.get("ordered") !== null;
  const auth = readAuth(form);
  return {
    ...(ordered !== (webhook?.ordered ?? false) && { ordered }),
    ...(JSON.stringify(filter.value) !== JSON.stringify(webhook?.filter ?? null) && { filter: filter.value }),
    ...(Object.keys(headers.value).length > 0
      ? { headers: headers.value }
      : form.get("removeHeaders") !== null && { headers: {} }),
    ...(auth !== undefined && { auth }),
  };
}

/** Selected credentials of a form: `keep` leaves those of the endpoint as they are, `none` removes them. */
export type CredentialChoice = "keep" | "none" | "basic" | "oauth2" | "mtls";

/** Reads the credentials of a form; undefined if they stay as they are. */
function readAuth(form: FormData): ChangeWebhook["auth"] {
  const read = (name: string) => readText(form, name);
  switch (read("authType")) {
    case "basic":
      return { type: "basic", username: read("username"), password: read("password") };
    case "oauth2": {
      const scope = read("scope");
      const credentials = {
        tokenUrl: read("tokenUrl"),
        clientId: read("clientId"),
        clientSecret: read("clientSecret"),
      };
      return { type: "oauth2", ...credentials, ...(scope !== "" && { scope }) };
    }
    case "mtls":
      return { type: "mtls", certificate: read("certificate"), privateKey: read("privateKey") };
    case "none":
      return null;
    default:
      return undefined;
  }
}
