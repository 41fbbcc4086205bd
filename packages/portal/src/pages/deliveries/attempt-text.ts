import type { Attempt } from "@wayfare/sdk";

/** Headers as they stand on the wire, one a line. */
export function formatHeaders(headers: object): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

/** The body of an answer, or what stands in its place. */
export function formatResponseBody({ responseBody, responseBodyIsBase64 }: Attempt): string {
  if (responseBody === "") return "(an empty body, which is not JSON)";
  return responseBodyIsBase64 ? `(no UTF-8, in base64)\n${responseBody}` : responseBody;
}
