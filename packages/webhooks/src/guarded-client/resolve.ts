import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type GuardRules, hostOf, refuseAddressFor } from "./address-guard.ts";
import { canonicalAddress } from "./address-ranges.ts";

/** Every address of a host name, in the order of preference. Rejects where there is none. */
export type Resolver = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** The addresses that may be called, canonical and in their order, or why none may. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: "dns" | "refused"; readonly detail: string };

/** Asks the operating system, hosts file included. */
export const systemResolver: Resolver = (host) => lookup(host, { all: true, verbatim: true });

const rememberedMs = 1000;
const mostRemembered = 10_000;

/**
 * Asks another resolver about a name once a second: the operating system has four threads for all questions of a process, and a thousand
 * deliveries a second to one host ask the same. What it answers is judged at each send all the same. A failure is not remembered.
 */
export function rememberingResolver(ask: Resolver, nowMs: () => number): Resolver {
  const known = new Map<string, { askedMs: number; answer: ReturnType<Resolver> }>();
  return (host) => {
    const before = known.get(host);
    if (before !== undefined && nowMs() - before.askedMs < rememberedMs) return before.answer;
    const question = { askedMs: nowMs(), answer: ask(host) };
    if (known.size >= mostRemembered) known.clear();
    known.set(host, question);
    question.answer.catch(() => {
      if (known.get(host) === question) known.delete(host);
    });
    return question.answer;
  };
}

/**
 * Resolves the host of a URL once and judges every address. One bad address among good ones refuses the host: a public
 * name has no private addresses, and a mixed answer is how guards that take the first one are led astray.
 */
export async function resolveVetted(rules: GuardRules, url: URL, resolver: Resolver): Promise<Resolution> {
  const host = hostOf(url.hostname);
  if (isIP(host) !== 0) return vet(rules, url, [host]);
  try {
    const answers = await resolver(host);
    return vet(
      rules,
      url,
      answers.map(({ address }) => address),
    );
  } catch (error) {
    return { ok: false, reason: "dns", detail: `${host} could not be resolved${codeIn(error)}.` };
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

function codeIn(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
}
