import type { Attempt } from "@wayfare/sdk";

/** Formats headers, one per line. */
export function formatHeaders(headers: object): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

/** Formats the body of a response, or a note for an empty or binary body. */
export function formatResponseBody({ responseBody, responseBodyIsBase64 }: Attempt): string {
  if (responseBody === "") return "(empty body, not JSON)";
  return responseBodyIsBase64 ? `(not UTF-8, shown as base64)\n${responseBody}` : responseBody;
}
