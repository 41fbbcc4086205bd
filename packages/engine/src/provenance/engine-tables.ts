import type { FactTable } from "./fact-table.ts";

const travelHackingToolkit = "borski/travel-hacking-toolkit (MIT), https://github.com/borski/travel-hacking-toolkit";

/**
 * Tables of the engine about the real world: file below `src`, source, day of the last check, and last day of validity. The project's models
 * are not listed; the levies state their provenance one by one.
 */
const rows: readonly (readonly [table: string, source: string, asOf: string, validUntil?: string])[] = [
  ["awards/charts/aeroplan.ts", "aircanada.com, flight rewards chart of June 2026", "2026-11-23"],
  ["awards/charts/alaska.ts", "alaskaair.com, award chart page", "2026-11-22"],
  ["awards/charts/asia-miles.ts", `cathaypacific.com, chart of May 2026, in ${travelHackingToolkit}`, "2026-04-29"],
  ["awards/charts/british-airways.ts", "britishairways.com, chart before 15 December 2025", "2025-12-14", "2025-12-14"],
  ["awards/charts/floors.ts", "general knowledge of the cheapest awards in 2026, not checked", "2026-11-23"],
  ["awards/charts/iberia.ts", `iberia.com, in ${travelHackingToolkit}, rtw-awards.json`, "2026-04-29"],
  ["awards/charts/japan-airlines.ts", "jal.co.jp, partner airline award tickets", "2026-04-29"],
  [
    "awards/charts/modeled-charts.ts",
    "general knowledge of the programs' prices in 2025–26, not checked",
    "2026-11-23",
  ],
  ["awards/charts/virgin-on-ana.ts", "virginatlantic.com, awards on ANA", "2026-11-23"],
  [
    "awards/charts/zones-elsewhere.ts",
    "general knowledge of the programs' prices in 2025–26, not checked",
    "2026-11-23",
  ],
  [
    "awards/charts/zones-japan-korea.ts",
    "general knowledge of the programs' charts of 2025, not checked",
    "2026-11-23",
  ],
  ["awards/charts/zones-singapore.ts", "general knowledge of the chart of 1 November 2025, not checked", "2026-11-23"],
  ["awards/charts/zones-star.ts", "general knowledge of the programs' prices in 2025–26, not checked", "2026-11-23"],
  ["awards/programs/oneworld.ts", "general knowledge of the programs' rules in 2026; docs/awards.md", "2026-11-23"],
  ["awards/programs/skyteam.ts", "general knowledge of the programs' rules in 2026; docs/awards.md", "2026-11-23"],
  [
    "awards/programs/star-alliance.ts",
    "general knowledge of the programs' rules in 2026; docs/awards.md",
    "2026-11-23",
  ],
  ["awards/programs/unaligned.ts", "general knowledge of the programs' rules in 2026; docs/awards.md", "2026-11-23"],
  ["awards/release.ts", "the airlines' pages, general knowledge of 2026, not checked", "2026-11-23"],
  ["awards/tariffs/partners.ts", `${travelHackingToolkit}, partner-awards.json`, "2026-03-31"],
  [
    "awards/tariffs/redeposit-fees.ts",
    "One Mile at a Time, award ticket change and redeposit fees (2025); Qatar Airways, award ticket fees; general knowledge",
    "2026-11-27",
  ],
  ["awards/tariffs/transfers.ts", `${travelHackingToolkit}, transfer-partners.json`, "2026-04-06"],
  ["awards/tariffs/valuations.ts", `${travelHackingToolkit}, points-valuations.json`, "2026-03-21"],
  ["emissions/emissions.ts", "the publications in docs/emissions.md", "2026-11-23"],
  ["fares/bag-fees.ts", "fee tables on the airlines' pages, general knowledge of 2026, not checked", "2026-11-24"],
  ["fares/brands.ts", "the airlines' pages, general knowledge of 2026, not checked", "2026-11-23"],
  [
    "fares/exchange.ts",
    "central banks' reference rates of 2026-03-31, rounded; the ruble is general knowledge, not checked",
    "2026-03-31",
  ],
  ["fares/fare-conditions.ts", "the airlines' pages on changes, general knowledge of 2026, not checked", "2026-11-23"],
  ["fares/surcharges.ts", "general knowledge of the carriers' levels in 2026, not checked", "2026-11-23"],
];

/** Lists the engine's tables of facts with their sources, in the order of their names. */
export function listEngineTables(): readonly FactTable[] {
  return rows.map(([table, source, asOf, validUntil = null]) => ({ table, source, asOf, validUntil }));
}
