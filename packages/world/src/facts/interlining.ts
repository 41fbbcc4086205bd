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
  const all = [...airlines];
  const pairs = pairsByKind(agreements);
  const airlinesOf = (wanted: Agreement["kind"]) =>
    new Set(agreements.filter(({ kind }) => kind === wanted).map(({ airline }) => airline));
  const pointToPoint = airlinesOf("point_to_point");
  const standalone = airlinesOf("standalone").union(pointToPoint);
  const shareCodes = (a: Airline, b: Airline) => a.partners.includes(b.code) || b.partners.includes(a.code);
  const relationOf = (a: Airline, b: Airline): "affiliate" | "partner" | null => {
    const key = pairKey(a.code, b.code);
    if (pairs.none.has(key) || pointToPoint.has(a.code) || pointToPoint.has(b.code)) return null;
    if (pairs.affiliate.has(key)) return "affiliate";
    if (pairs.partner.has(key)) return "partner";
    return shareCodes(a, b) && !standalone.has(a.code) && !standalone.has(b.code) ? "partner" : null;
  };
  return new Map(
    all.map((airline) => {
      const others = all.filter(({ code }) => code !== airline.code);
      const codesOf = (relation: "affiliate" | "partner") =>
        others.filter((other) => relationOf(airline, other) === relation).map(({ code }) => code);
      const isPointToPoint = pointToPoint.has(airline.code);
      return [airline.code, { partners: codesOf("partner"), affiliates: codesOf("affiliate"), isPointToPoint }];
    }),
  );
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
