import { formatEpochDay, type Timetable } from "@wayfare/engine";
import type { Facts } from "@wayfare/world";
import { type DepartureShares, departureDay, measureDepartures, shownBases } from "../taxes/departures.ts";
import { type CheckedExample, checkExample, loadExamples } from "../taxes/examples.ts";
import { numberTable, type Section } from "./section.ts";

/** Difference between our sum and the published one that is accepted, in US dollars. */
export const acceptedUsd = 5;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const dollars = (usd: number) => usd.toFixed(2);

/** Compares the taxes of published examples, and counts the sandbox's departures by the basis of their charges. */
export function compareTaxes(timetable: Timetable, { airports }: Facts): Section {
  const checked = loadExamples().map((example) => checkExample(example, airports));
  const beyond = checked.filter(({ differenceUsd }) => Math.abs(differenceUsd) > acceptedUsd);
  const shares = measureDepartures(timetable, airports);
  const known = shares.strongest.law + shares.strongest.published;
  return {
    title: "Taxes",
    lines: [
      `Taxes of journeys as publications state them (\`quality/taxes/examples-*.tsv\`, each with its address), computed by the engine. Sums of some codes of one`,
      "traveler in US dollars; taxes that are a share of the fare are left out.",
      "",
      ...countryTable(checked),
      "",
      ...beyondLines(beyond),
      `International departures of the sandbox in a week by the basis of their charges, for an adult in economy on ${formatEpochDay(departureDay)}. A`,
      "departure has several charges; the strongest and the weakest basis of them are counted. A rate whose last known day is past counts as `approximate`.",
      "",
      ...basisTable(shares),
      "",
    ],
    claims: [
      {
        claim: `Taxes of published examples: within $${acceptedUsd}`,
        found: `${checked.length - beyond.length} of ${checked.length}`,
        holds: beyond.length === 0 && checked.length >= 150,
      },
      {
        claim: "International departures whose charges are in a table, not modeled: at least 95 %",
        found: `${percent(1 - shares.strongest.modelled - shares.strongest.none)}; 47 % before`,
        holds: shares.strongest.modelled + shares.strongest.none <= 0.05,
      },
      {
        claim: "International departures with a charge by law or publication: at least 80 %",
        found: percent(known),
        holds: known >= 0.8,
      },
    ],
  };
}

function countryTable(checked: readonly CheckedExample[]): string[] {
  const groups = Map.groupBy(checked, ({ example }) => example.id.replace(/-?\d+$/, ""));
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, list]) => {
      const largest = Math.max(...list.map(({ differenceUsd }) => Math.abs(differenceUsd)));
      return [group, list.length, dollars(largest)];
    });
  return numberTable(["examples of", "number", "largest difference, $"], rows);
}

function beyondLines(beyond: readonly CheckedExample[]): string[] {
  if (beyond.length === 0) return [];
  const rows = beyond.map(({ example, publishedUsd, ourUsd }) => {
    return [`${example.id}, ${example.origin}–${example.destination}`, dollars(publishedUsd), dollars(ourUsd)];
  });
  return ["Beyond it:", "", ...numberTable(["example", "published, $", "ours, $"], rows), ""];
}

function basisTable({ strongest, weakest }: DepartureShares): string[] {
  const rows = shownBases.map((basis) => [`\`${basis}\``, percent(strongest[basis]), percent(weakest[basis])]);
  return numberTable(["basis", "strongest", "weakest"], rows);
}
