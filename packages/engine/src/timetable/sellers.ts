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

function membersOf({ carrier, operatingCarrier, codeshares }: SellerSet): number[] {
  return [...new Set([carrier, operatingCarrier, ...codeshares])];
}

/**
 * `matrix[a * sets + b]` is 1 if a traveler may connect from a flight of sellers a to one of sellers b: a seller of one and a seller of the
 * other are the same, of one alliance, or named partners.
 */
export function connectionMatrix(carriers: readonly NetworkCarrier[], sets: readonly SellerSet[]): Uint8Array {
  const allied = carriers.map((from) => carriers.map((to) => (mayConnect(from, to) ? 1 : 0)));
  const members = sets.map(membersOf);
  const matrix = new Uint8Array(sets.length * sets.length);
  for (const [a, from] of members.entries()) {
    // There are thousands of sets: the partners of all members of the first one are collected once.
    const reached = carriers.map((_, carrier) => from.some((member) => allied[member][carrier] === 1));
    for (let b = 0; b < members.length; b++) {
      if (members[b].some((member) => reached[member])) matrix[a * sets.length + b] = 1;
    }
  }
  return matrix;
}

function mayConnect(from: NetworkCarrier, to: NetworkCarrier): boolean {
  if (from === to || (from.alliance !== null && from.alliance === to.alliance)) return true;
  return from.partners.includes(to.code) || to.partners.includes(from.code);
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
  const ofCarrier = carriers.map(({ alliance, partners }, carrier) => {
    let bits = bitOf(carrier);
    if (alliance !== null) bits |= 1 << (alliances.indexOf(alliance) % allianceBits);
    for (const code of partners) {
      const partner = byCode.get(code);
      if (partner !== undefined) bits |= bitOf(partner);
    }
    return bits;
  });
  return Uint32Array.from(sets, (set) => membersOf(set).reduce((bits, carrier) => bits | ofCarrier[carrier], 0));
}
