const warnedBeforeMs = 30 * 86_400_000;

/** Returns the validity of a client certificate: the portal warns in the last 30 days before it expires. */
export function certificateState(expiresAt: string, nowMs: number): "valid" | "expiring" | "expired" {
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return "expired";
  return leftMs <= warnedBeforeMs ? "expiring" : "valid";
}
