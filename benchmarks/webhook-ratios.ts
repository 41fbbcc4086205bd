import { percentile } from "./machine.ts";

/** Figures of a scenario, one for each round. */
export type Rounds = readonly Readonly<Record<string, number>>[];

/** Scenarios whose deliveries are compared, and the lowest ratio that is aimed at. */
const comparisons = [
  { name: "PostgreSQL, ordered / unordered", of: "saturation, PostgreSQL, ordered", to: "saturation, PostgreSQL" },
  { name: "embedded, ordered / unordered", of: "saturation, embedded, ordered", to: "saturation, embedded" },
  { name: "PostgreSQL / pg-boss", of: "saturation, PostgreSQL", to: "saturation, pg-boss" },
] as const;
export const minRatio = 0.9;

/** A comparison with the medians of the ratios of each round. Rounds are compared because the speed of the machine changes between them. */
export interface Ratio {
  name: string;
  /** Deliveries per second. */
  perSecond: number;
  /** Deliveries per second of CPU time of the sender and the database server. */
  perCpuSecond: number;
}

/** Compares the scenarios that were measured in the same rounds. */
export function compareScenarios(measured: ReadonlyMap<string, Rounds>): Ratio[] {
  return comparisons.flatMap(({ name, of, to }) => {
    const [left, right] = [measured.get(of), measured.get(to)];
    if (left === undefined || right === undefined) return [];
    const medianOf = (ratio: (a: Rounds[number], b: Rounds[number]) => number) =>
      percentile(
        left.flatMap((figures, round) => (right[round] === undefined ? [] : [ratio(figures, right[round])])),
        0.5,
      );
    return [
      {
        name,
        perSecond: medianOf((a, b) => (a.perSecond ?? Number.NaN) / (b.perSecond ?? Number.NaN)),
        perCpuSecond: medianOf((a, b) => cpuMicros(b) / cpuMicros(a)),
      },
    ];
  });
}

const cpuMicros = ({ ownMicros = Number.NaN, serverMicros = Number.NaN }: Rounds[number]): number =>
  ownMicros + serverMicros;
