import type { GuardedAnswer, GuardedFailure } from "@wayfare/egress";

/** How an attempt ended: a word for machines and a sentence for people. */
export interface Verdict {
  outcome: "delivered" | "gone" | `failed_${string}`;
  reason: string;
}

/**
 * Judges an answer: delivered is a 2xx whose body is one JSON text, read whole. 410 means that the subscriber wants nothing more. All
 * else has failed.
 */
export function judge(answer: GuardedAnswer | GuardedFailure): Verdict {
  if (!answer.ok) return { outcome: `failed_${answer.reason}`, reason: answer.detail };
  const { status, truncated, body } = answer;
  if (status === 410) return { outcome: "gone", reason: "It answered 410 Gone: it wants nothing more." };
  if (status >= 300 && status < 400) {
    return { outcome: "failed_redirect", reason: `It answered ${status}; redirects are not followed.` };
  }
  if (status < 200 || status > 299) return { outcome: "failed_status", reason: `It answered ${status}.` };
  if (truncated) return { outcome: "failed_response_too_large", reason: "Its answer is longer than 64 KiB." };
  if (isJson(body)) return { outcome: "delivered", reason: `It answered ${status} with JSON.` };
  const found = body.length === 0 ? "without a body" : "with a body that is not JSON";
  return { outcome: "failed_not_json", reason: `It answered ${status} ${found}; {} is enough.` };
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
