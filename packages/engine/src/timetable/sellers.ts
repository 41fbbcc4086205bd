import { getIndex } from "./get-index.ts";
import type { Network, NetworkCarrier } from "./network.ts";

/**
 * Sellers of a pattern, interned: the carrier of its number, its operator, then those with a codeshare on it, in ascending order. All
 * patterns have few distinct sets, so rules for carriers are evaluated per pair of sets.
 */
export interface SellerSet {
  carrier: number;
  operatingCarrier: number;
  codeshares: number[];
}

/** Interns the sets of a network's patterns. */
export function internSellers({ patterns, codeshares }: Network): { sets: SellerSet[]; setOf: Uint16Array } {
  const sharers = new Map<number, number[]>();
  for (let row = 0; row < codeshares.count; row++) {
    const pattern = codeshares.pattern[row];
    const sharing = sharers.get(pattern);
    if (sharing === undefined) sharers.set(pattern, [codeshares.carrier[row]]);
    else sharing.push(codeshares.carrier[row]);
  }
  const keys = new Map<string, SellerSet>();
  const keyOf = Array.from({ length: patterns.count }, (_, pattern) => {
    const carrier = patterns.carrier[pattern];
    const operatingCarrier = patterns.operatingCarrier[pattern];
    const others = [...new Set(sharers.get(pattern) ?? [])].sort((a, b) => a - b);
    const key = `${carrier} ${operatingCarrier} ${others.join(",")}`;
    if (!keys.has(key)) keys.set(key, { carrier, operatingCarrier, codeshares: others });
    return key;
  });
  // Sorted, so that equal networks give equal bytes for any order of patterns.
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
  const index = new Map(sorted.map(([key], set) => [key, set]));
  return { sets: sorted.map(([, set]) => set), setOf: Uint16Array.from(keyOf, (key) => getIndex(index, key)) };
}

/** Values of the connection matrix, in ascending order of closeness. */
export const unconnected = 0;
/** One ticket by an interline agreement or a codeshare. */
export const interline = 1;
/** One ticket of one carrier, alliance, group or joint venture. */
export const related = 2;

/** Value of the matrix for two carriers. */
function levelBetween(from: NetworkCarrier, to: NetworkCarrier): number {
  if (from === to || (from.alliance !== null && from.alliance === to.alliance)) return related;
  if (from.affiliates.includes(to.code) || to.affiliates.includes(from.code)) return related;
  return from.partners.includes(to.code) || to.partners.includes(from.code) ? interline : unconnected;
}

/** Carriers that sell a flight as their own: that of its number, and those for which a regional carrier flies it. */
function principalsOf(carriers: readonly NetworkCarrier[], { carrier, codeshares }: SellerSet): number[] {
  const { code, kind, affiliates } = carriers[carrier];
  if (kind !== "regional") return [carrier];
  const fliesFor = (other: NetworkCarrier) => affiliates.includes(other.code) || other.affiliates.includes(code);
  return [carrier, ...codeshares.filter((share) => share !== carrier && fliesFor(carriers[share]))];
}

/**
 * `matrix[a * sets + b]` states how one ticket may connect a flight of sellers a with one of sellers b: `unconnected`, `interline` or
 * `related`.
 *
 * Two flights connect if carriers that sell them as their own are the same, allied, affiliated or interline partners, or if the carrier of
 * one has a codeshare on the other. A third airline with codeshares on both does not connect them. Flights of point-to-point carriers
 * connect with none.
 */
export function connectionMatrix(carriers: readonly NetworkCarrier[], sets: readonly SellerSet[]): Uint8Array {
  const levelsOf = carriers.map((from) => Uint8Array.from(carriers, (to) => levelBetween(from, to)));
  const principals = sets.map((set) => principalsOf(carriers, set));
  const closed = carriers.map(({ pointToPoint }) => pointToPoint === true);
  const matrix = new Uint8Array(sets.length * sets.length);
  for (const [a, from] of sets.entries()) {
    if (closed[from.carrier]) continue;
    // There are thousands of sets: the agreements of the first one's principals are joined once.
    const levels = carriers.map((_, to) => Math.max(...principals[a].map((one) => levelsOf[one][to])));
    for (let b = 0; b < sets.length; b++) {
      const to = sets[b];
      if (closed[to.carrier]) continue;
      let level: number = unconnected;
      for (const principal of principals[b]) level = Math.max(level, levels[principal]);
      if (level === unconnected && sharesCode(from, to)) level = interline;
      matrix[a * sets.length + b] = level;
    }
  }
  return matrix;
}

function sharesCode(a: SellerSet, b: SellerSet): boolean {
  return a.codeshares.includes(b.carrier) || b.codeshares.includes(a.carrier);
}

const allianceBits = 4;
const carrierBits = 28;

/**
 * A signature of 32 bits for each set: if two sets connect, their signatures share a bit. Most that do not connect share none, so one test
 * of two markets' combined signatures avoids looking at their flights.
 */
export function signaturesOf(carriers: readonly NetworkCarrier[], sets: readonly SellerSet[]): Uint32Array {
  const alliances = [...new Set(carriers.flatMap(({ alliance }) => alliance ?? []))].sort();
  const bitOf = (carrier: number) => 1 << (allianceBits + (carrier % carrierBits));
  const byCode = new Map(carriers.map(({ code }, carrier) => [code, carrier]));
  const ofCarrier = carriers.map(({ alliance, partners, affiliates }, carrier) => {
    let bits = bitOf(carrier);
    if (alliance !== null) bits |= 1 << (alliances.indexOf(alliance) % allianceBits);
    for (const code of [...partners, ...affiliates]) {
      const partner = byCode.get(code);
      if (partner !== undefined) bits |= bitOf(partner);
    }
    return bits;
  });
  return Uint32Array.from(sets, (set) => {
    if (carriers[set.carrier].pointToPoint === true) return 0;
    const sellers = principalsOf(carriers, set).reduce((bits, carrier) => bits | ofCarrier[carrier], 0);
    return set.codeshares.reduce((bits, code) => bits | bitOf(code), sellers);
  });
}
