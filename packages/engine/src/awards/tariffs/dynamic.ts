import { type DistanceChart, findCells } from "./chart.ts";
import type { Tariff } from "./tariff.ts";
import type { ValueCents } from "./valuations.ts";

export interface Dynamics {
  /** Minimum miles one way by distance and cabin. */
  readonly floors: DistanceChart;
  /** The same for trips on which another airline operates a flight; `floors` if absent. */
  readonly partnerFloors?: DistanceChart;
  readonly valueCents: ValueCents;
  /** Maximum miles of a saver award as a multiple of the floor; null if the program has none. */
  readonly saverCeiling: number | null;
  /** Maximum miles of any award as a multiple of the floor. */
  readonly ceiling: number;
}

/**
 * Dynamic price: the cash fare before taxes divided by the value of a mile, limited to floor and ceiling and rounded up to a hundred. A
 * saver award uses the highest valuation and costs little more than the floor; other awards use the lowest valuation. Entirely modeled.
 * Without a cash fare only saver space has a price, the floor.
 */
export function byFare(dynamics: Dynamics): Tariff {
  const { floors, partnerFloors = floors, valueCents, saverCeiling, ceiling } = dynamics;
  return {
    kind: "dynamic",
    hasSaverLevel: saverCeiling !== null,
    price({ miles, cabin, cashUsdCents }, { level, byPartner }) {
      const cell = findCells(byPartner ? partnerFloors : floors, miles)?.[cabin];
      if (cell === undefined) return null;
      const isSaver = level === "saver" && saverCeiling !== null;
      if (cashUsdCents === null) return isSaver ? cell : null;
      const maxMiles = cell.miles * (isSaver ? saverCeiling : ceiling);
      const fareMiles = cashUsdCents / (isSaver ? valueCents.ceiling : valueCents.floor);
      return { miles: Math.ceil(Math.min(maxMiles, Math.max(cell.miles, fareMiles)) / 100) * 100, chart: cell.chart };
    },
  };
}
