import { readFileSync } from "node:fs";
import { type CabinName, minutesPerDay, parseEpochDay, type Searcher } from "@wayfare/engine";
import { cheapestCents, median } from "./fare-curves.ts";
import { numberTable, type Section } from "./section.ts";

interface KnownLevel {
  origin: string;
  destination: string;
  isReturn: boolean;
  dollars: Record<"economy" | "business", number>;
}

interface Measured extends KnownLevel {
  found: Record<"economy" | "business", number>;
}

const cabins = ["economy", "business"] as const satisfies CabinName[];
/** Departures of two months without holidays, on every day of the week. */
const departures = [0, 6, 12, 18, 24, 31, 37, 44, 50, 56].map((day) => parseEpochDay("2027-03-02") + day);
const daysAhead = [30, 45, 60];
const stayNights = 7;
const tolerance = 1 / 3;

const introduction = [
  "Median of the lowest fares of ten departures in spring, 30, 45 and 60 days ahead, for one adult, taxes included, seven nights for returns, compared with typical ones",
  "(`quality/report/fare-levels.tsv`, general knowledge, within a third either way). The levels of cabins and of one-way fares are calibrated to this table.",
];

/** Compares the lowest fares of the sandbox with typical ones. */
export function compareFareLevels(searcher: Searcher): Section {
  const rows = readKnownLevels().map((level): Measured => {
    const [economy, business] = cabins.map((cabin) => measure(searcher, level, cabin));
    return { ...level, found: { economy: economy ?? Number.NaN, business: business ?? Number.NaN } };
  });
  const offs = rows.flatMap((row) => cabins.map((cabin) => ({ row, cabin, off: offOf(row, cabin) })));
  const within = offs.filter(({ off }) => Math.abs(off) <= tolerance);
  const worst = offs.reduce((a, b) => (Math.abs(b.off) > Math.abs(a.off) ? b : a));
  return {
    title: "Fare levels",
    lines: [
      ...introduction,
      "",
      ...numberTable(
        ["market", "trip", "economy $", "sandbox $", "off", "business $", "sandbox $", "off"],
        rows.map((row) => [
          `${row.origin}–${row.destination}`,
          row.isReturn ? "return" : "one way",
          ...cabins.flatMap((cabin) => [row.dollars[cabin], Math.round(row.found[cabin]), percent(offOf(row, cabin))]),
        ]),
      ),
      "",
    ],
    claims: [
      {
        claim: `Lowest fares of ${rows.length} markets in economy and business: at least nine in ten within a third of typical ones`,
        found: `${within.length} of ${offs.length}; ${percent(worst.off)} at most (${worst.row.origin}–${worst.row.destination} ${worst.cabin})`,
        holds: within.length * 10 >= offs.length * 9,
      },
    ],
  };
}

function offOf({ found, dollars }: Measured, cabin: (typeof cabins)[number]): number {
  return found[cabin] / dollars[cabin] - 1;
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

function measure(searcher: Searcher, { origin, destination, isReturn }: KnownLevel, cabin: CabinName): number {
  const lowest = departures.flatMap((day) =>
    daysAhead.flatMap((ahead) => {
      const cents = cheapestCents(searcher, {
        origin,
        destination,
        day,
        returnDay: isReturn ? day + stayNights : null,
        cabin,
        searchedAtMinutes: (day - ahead) * minutesPerDay,
      });
      return cents === null ? [] : [cents / 100];
    }),
  );
  return median(lowest);
}

function readKnownLevels(): KnownLevel[] {
  const text = readFileSync(new URL("fare-levels.tsv", import.meta.url), "utf8");
  const [, ...rows] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows.map((row) => {
    const [origin = "", destination = "", trip, economy, business] = row.split("\t");
    return {
      origin,
      destination,
      isReturn: trip === "return",
      dollars: { economy: Number(economy), business: Number(business) },
    };
  });
}
