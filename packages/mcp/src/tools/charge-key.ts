import { hash } from "node:crypto";

/** Returns the idempotency key of a search: the same search is charged once within 15 minutes, also for its next page. */
export function chargeKeyOf(tool: string, request: object): string {
  return `mcp-${tool}-${hash("sha256", JSON.stringify(request), "base64url")}`;
}
