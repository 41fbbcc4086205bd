import { isIP } from "node:net";
import { type GuardRules, hostOf, refuseAddressFor } from "../addresses/address-guard.ts";
import { canonicalAddress } from "../addresses/ip-ranges.ts";
import type { Resolver } from "../names/name-cache.ts";

/** The addresses that may be called, canonical and in their order, or why none may. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: "dns" | "refused"; readonly detail: string };

/**
 * Resolves the host of a URL once and judges every address. One bad address among good ones refuses the host: a public
 * name has no private addresses, and a mixed answer is how guards that take the first one are led astray.
 */
export async function resolveVetted(
  rules: GuardRules,
  url: URL,
  resolver: Resolver,
  accountId: string | undefined,
): Promise<Resolution> {
  const host = hostOf(url.hostname);
  if (isIP(host) !== 0) return vet(rules, url, [host]);
  try {
    return vet(rules, url, await resolver(host, accountId ?? ""));
  } catch (error) {
    return { ok: false, reason: "dns", detail: describeFailure(host, error, accountId) };
  }
}

function vet(rules: GuardRules, { protocol, hostname }: URL, answers: readonly string[]): Resolution {
  if (answers.length === 0) return { ok: false, reason: "dns", detail: `${hostname} has no address.` };
  const addresses = new Set<string>();
  for (const answer of answers) {
    const reason = judge(rules, protocol, answer);
    if (reason !== null) return { ok: false, reason: "refused", detail: `An address of ${hostname} ${reason}.` };
    addresses.add(canonicalAddress(answer) ?? answer);
  }
  return { ok: true, addresses: [...addresses] };
}

/** Verdicts of a client's rules: judging an IPv6 address takes a tenth of a millisecond, and most deliveries go where others went before. */
const verdicts = new WeakMap<GuardRules, Map<string, string | null>>();
const mostVerdicts = 10_000;

function judge(rules: GuardRules, protocol: string, address: string): string | null {
  const known = verdicts.get(rules) ?? new Map<string, string | null>();
  const key = `${protocol} ${address}`;
  const verdict = known.get(key);
  if (verdict !== undefined) return verdict;
  const reason = refuseAddressFor(rules, protocol, address);
  if (known.size >= mostVerdicts) known.clear();
  verdicts.set(rules, known.set(key, reason));
  return reason;
}

function describeFailure(host: string, error: unknown, accountId: string | undefined): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ETIMEOUT") return `${host} could not be resolved: its name servers did not answer in time (ETIMEOUT).`;
  if (code === "EBUSY") {
    const limit = accountId === undefined ? "" : " of this account";
    return `${host} could not be resolved: too many slow name lookups${limit} (EBUSY).`;
  }
  return `${host} could not be resolved${code === "" ? "" : ` (${code})`}.`;
}
