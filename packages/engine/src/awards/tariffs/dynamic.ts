import { type DistanceChart, findCells } from "./chart.ts";
import type { Tariff } from "./tariff.ts";
import type { ValueCents } from "./valuations.ts";

export interface Dynamics {
  /** Least miles one way by distance and cabin. */
  readonly floors: DistanceChart;
  /** The same for trips on which another airline flies; as `floors` where absent. */
  readonly partnerFloors?: DistanceChart;
  readonly valueCents: ValueCents;
  /** Most miles as a multiple of the floor: of a saver award, or null where the program knows none. */
  readonly saverCeiling: number | null;
  /** … and of any. */
  readonly ceiling: number;
}

/**
 * A dynamic price: the cash fare before taxes divided by the value of a mile, held between floor and ceiling and rounded up to
 * a hundred. A saver award buys at the ceiling of the valuations and costs little more than the floor; any other is priced at
 * their floor. A model throughout. Without a cash fare only saver space has a price: the least.
 */
export function byFare(dynamics: Dynamics): Tariff {
  const { floors, partnerFloors = floors, valueCents, saverCeiling, ceiling } = dynamics;
  return {
    kind: "dynamic",
    knowsSaver: saverCeiling !== null,
    price({ miles, cabin, cashUsdCents }, { level, byPartner }) {
      const cell = findCells(byPartner ? partnerFloors : floors, miles)?.[cabin];
      if (cell === undefined) return null;
      const isSaver = level === "saver" && saverCeiling !== null;
      if (cashUsdCents === null) return isSaver ? cell : null;
      const most = cell.miles * (isSaver ? saverCeiling : ceiling);
      const wanted = cashUsdCents / (isSaver ? valueCents.ceiling : valueCents.floor);
      return { miles: Math.ceil(Math.min(most, Math.max(cell.miles, wanted)) / 100) * 100, chart: cell.chart };
    },
  };
}
