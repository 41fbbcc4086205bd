import type { GuardedFailure, GuardedResponse } from "@wayfare/egress";

/** Result of an attempt: a code and a message for people. */
export interface AttemptResult {
  outcome: "delivered" | "gone" | `failed_${string}`;
  reason: string;
}

/**
 * Classifies the response to a delivery. A 2xx with a complete JSON body is a success, 410 disables the endpoint, and anything else is a
 * failure.
 */
export function classifyResponse(response: GuardedResponse | GuardedFailure): AttemptResult {
  if (!response.ok) return { outcome: `failed_${response.reason}`, reason: response.detail };
  const { status, truncated, body } = response;
  if (status === 410) return { outcome: "gone", reason: "Endpoint returned 410 Gone and was disabled." };
  if (status >= 300 && status < 400) {
    return { outcome: "failed_redirect", reason: `Endpoint returned ${status}. Redirects are not followed.` };
  }
  if (status < 200 || status > 299) return { outcome: "failed_status", reason: `Endpoint returned ${status}.` };
  if (truncated) return { outcome: "failed_response_too_large", reason: "The response body exceeds 64 KiB." };
  if (isJson(body)) return { outcome: "delivered", reason: `Endpoint returned ${status} with a JSON body.` };
  const found = body.length === 0 ? "without a body" : "with a body that is not JSON";
  return { outcome: "failed_not_json", reason: `Endpoint returned ${status} ${found}. Respond with JSON, such as {}.` };
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
