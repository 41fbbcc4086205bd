/** How the lines of a chart are told apart: by ink and by dashes, so that colour never speaks alone. */
const looks = [
  { ink: "text-accent", dash: [] },
  { ink: "text-positive", dash: [6, 3] },
  { ink: "text-caution", dash: [2, 3] },
  { ink: "text-ink-2", dash: [8, 3, 2, 3] },
  { ink: "text-critical", dash: [1, 3] },
  { ink: "text-ink-3", dash: [3, 3] },
] as const;

/** The look of the line at a place. */
export function lookOf(index: number): { ink: string; dash: readonly number[] } {
  return looks[index % looks.length] ?? looks[0];
}
