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
    ...(auth !== null ? { auth } : form.get("removeAuth") !== null && { auth: null }),
  };
}

/** Reads the credentials of a form: those of OAuth 2.0 if it has a token URL, otherwise of HTTP Basic authentication; null if empty. */
function readAuth(form: FormData): NonNullable<ChangeWebhook["auth"]> | null {
  const username = readText(form, "username");
  const password = readText(form, "password");
  const tokenUrl = readText(form, "tokenUrl");
  const scope = readText(form, "scope");
  if (tokenUrl !== "") {
    return { type: "oauth2", tokenUrl, clientId: username, clientSecret: password, ...(scope !== "" && { scope }) };
  }
  return username === "" ? null : { type: "basic", username, password };
}
