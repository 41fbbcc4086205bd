import { AIRLINE_CODE, type Airline } from "./airline.ts";
import type { Row } from "./table.ts";

const AGREEMENT_KINDS = ["joint_venture", "group", "interline", "none", "standalone", "point_to_point"] as const;

/** One row of `interline-partners.tsv`, whose heading explains the kinds. */
export interface Agreement {
  readonly airline: string;
  readonly kind: (typeof AGREEMENT_KINDS)[number];
  readonly partners: readonly string[];
  readonly source: string;
}

/** Airlines with which an airline shares tickets, outside its alliance. */
export interface Interlining {
  /** By agreement or codeshare. */
  readonly partners: readonly string[];
  /** Of its group or of a joint venture with it. */
  readonly affiliates: readonly string[];
  readonly isPointToPoint: boolean;
}

/**
 * Parses agreements in table order.
 *
 * @throws FactsError if a row is malformed, names an unknown airline or itself, or repeats another row
 */
export function parseAgreements(rows: readonly Row[], airlines: ReadonlyMap<string, Airline>): readonly Agreement[] {
  const seen = new Set<string>();
  return Object.freeze(
    rows.map((row) => {
      const agreement: Agreement = {
        airline: row.match("airline", AIRLINE_CODE),
        kind: row.choice("kind", AGREEMENT_KINDS),
        partners: row.codes("partners", AIRLINE_CODE),
        source: row.text("source"),
      };
      const { airline, kind, partners } = agreement;
      for (const code of [airline, ...partners]) {
        if (!airlines.has(code)) row.fail(`${code} is not in airlines.tsv`);
      }
      if (partners.includes(airline)) row.fail(`${airline} is its own partner`);
      if (kind === "point_to_point" && partners.length > 0) row.fail("a point-to-point airline has no partners");
      if (kind !== "point_to_point" && kind !== "standalone" && partners.length === 0) row.fail("partners is empty");
      if (seen.has(`${airline} ${kind}`)) row.fail(`${airline} has another row of kind ${kind}`);
      seen.add(`${airline} ${kind}`);
      return Object.freeze(agreement);
    }),
  );
}

/**
 * Joins agreements and codeshare partners, by airline. A row of two airlines overrides codeshares and `standalone`; `none` overrides
 * all.
 */
export function interliningOf(
  airlines: Iterable<Airline>,
  agreements: readonly Agreement[],
): ReadonlyMap<string, Interlining> {
  const byCode = new Map(Array.from(airlines, (airline) => [airline.code, airline]));
  const pairs = pairsByKind(agreements);
  const airlinesOf = (wanted: Agreement["kind"]) =>
    new Set(agreements.filter(({ kind }) => kind === wanted).map(({ airline }) => airline));
  const pointToPoint = airlinesOf("point_to_point");
  const standalone = airlinesOf("standalone").union(pointToPoint);
  const shareCodes = (a: string, b: string) =>
    byCode.get(a)?.partners.includes(b) === true || byCode.get(b)?.partners.includes(a) === true;
  const relationOf = (a: string, b: string): "affiliate" | "partner" | null => {
    const key = pairKey(a, b);
    if (pairs.none.has(key) || pointToPoint.has(a) || pointToPoint.has(b)) return null;
    if (pairs.affiliate.has(key)) return "affiliate";
    if (pairs.partner.has(key)) return "partner";
    return shareCodes(a, b) && !standalone.has(a) && !standalone.has(b) ? "partner" : null;
  };
  const positions = new Map([...byCode.keys()].map((code, at) => [code, at]));
  const related = relatedOf(byCode.values(), agreements);
  return new Map(
    [...byCode.keys()].map((code) => {
      // In the order of the table, as all lists of airlines are.
      const others = [...(related.get(code) ?? [])]
        .filter((other) => other !== code && positions.has(other))
        .sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
      const codesOf = (relation: "affiliate" | "partner") =>
        others.filter((other) => relationOf(code, other) === relation);
      return [
        code,
        { partners: codesOf("partner"), affiliates: codesOf("affiliate"), isPointToPoint: pointToPoint.has(code) },
      ];
    }),
  );
}

/** The airlines that an agreement or a codeshare names together with each airline: few of the 630, and only these can be related. */
function relatedOf(
  airlines: Iterable<Airline>,
  agreements: readonly Agreement[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  const add = (a: string, b: string) => related.set(a, (related.get(a) ?? new Set()).add(b));
  const rows = [...agreements, ...Array.from(airlines, ({ code, partners }) => ({ airline: code, partners }))];
  for (const { airline, partners } of rows) {
    for (const partner of partners) {
      add(airline, partner);
      add(partner, airline);
    }
  }
  return related;
}

function pairsByKind(agreements: readonly Agreement[]) {
  const pairs = { affiliate: new Set<string>(), partner: new Set<string>(), none: new Set<string>() };
  for (const { airline, kind, partners } of agreements) {
    const set = kind === "none" ? pairs.none : isAffiliation(kind) ? pairs.affiliate : pairs.partner;
    for (const partner of partners) set.add(pairKey(airline, partner));
  }
  return pairs;
}

function isAffiliation(kind: Agreement["kind"]): boolean {
  return kind === "joint_venture" || kind === "group";
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
