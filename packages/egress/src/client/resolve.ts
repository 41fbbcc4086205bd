import { isIP } from "node:net";
import { canonicalAddress } from "../addresses/ip-ranges.ts";
import { checkAddressFor, type GuardRules, hostOf } from "../addresses/ssrf-guard.ts";
import type { Resolver } from "../names/dns-cache.ts";

/** The allowed addresses, canonical and in the resolver's order, or the reason of a failure. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: "dns" | "refused"; readonly detail: string };

/**
 * Resolves the host of a URL and checks every address. One blocked address refuses the host: a public name has no private
 * addresses, and mixed records are an attack on guards that check only the first address.
 */
export async function resolveAllowed(
  rules: GuardRules,
  url: URL,
  resolver: Resolver,
  accountId: string | undefined,
): Promise<Resolution> {
  const host = hostOf(url.hostname);
  if (isIP(host) !== 0) return checkAddresses(rules, url, [host]);
  try {
    return checkAddresses(rules, url, await resolver(host, accountId ?? ""));
  } catch (error) {
    return { ok: false, reason: "dns", detail: describeFailure(host, error, accountId) };
  }
}

function checkAddresses(rules: GuardRules, { protocol, hostname }: URL, resolved: readonly string[]): Resolution {
  if (resolved.length === 0)
    return { ok: false, reason: "dns", detail: `Could not resolve ${hostname}: it has no IP address.` };
  const addresses = new Set<string>();
  for (const address of resolved) {
    const reason = checkCached(rules, protocol, address);
    if (reason !== null) return { ok: false, reason: "refused", detail: `An address of ${hostname} ${reason}.` };
    addresses.add(canonicalAddress(address) ?? address);
  }
  return { ok: true, addresses: [...addresses] };
}

/** Check results by rules: checking an IPv6 address takes 0.1 ms, and most deliveries go to known addresses. */
const results = new WeakMap<GuardRules, Map<string, string | null>>();
const maxResults = 10_000;

function checkCached(rules: GuardRules, protocol: string, address: string): string | null {
  const known = results.get(rules) ?? new Map<string, string | null>();
  const key = `${protocol} ${address}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const reason = checkAddressFor(rules, protocol, address);
  if (known.size >= maxResults) known.clear();
  results.set(rules, known.set(key, reason));
  return reason;
}

function describeFailure(host: string, error: unknown, accountId: string | undefined): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ETIMEOUT") return `Could not resolve ${host}: DNS lookup timed out (ETIMEOUT).`;
  if (code === "EBUSY") {
    const limit = accountId === undefined ? "" : " for this account";
    return `Could not resolve ${host}: too many slow DNS lookups${limit} (EBUSY).`;
  }
  return `Could not resolve ${host}${code === "" ? "" : ` (${code})`}.`;
}
