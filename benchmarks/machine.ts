import { arch, cpus, totalmem } from "node:os";

/** Hardware and software of a measurement; printed with every committed figure. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpus().length} × ${cpu?.model.trim() ?? arch()}, ${memoryGib} GiB, Node ${process.versions.node}`;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
