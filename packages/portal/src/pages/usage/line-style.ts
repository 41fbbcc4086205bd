/** Styles of chart lines. They differ in color and dash pattern, so that the meaning does not depend on color alone. */
const lineStyles = [
  { color: "text-accent", dash: [] },
  { color: "text-positive", dash: [6, 3] },
  { color: "text-caution", dash: [2, 3] },
  { color: "text-ink-2", dash: [8, 3, 2, 3] },
  { color: "text-critical", dash: [1, 3] },
  { color: "text-ink-3", dash: [3, 3] },
] as const;

/** Returns the style of the line at an index. */
export function lineStyleOf(index: number): { color: string; dash: readonly number[] } {
  return lineStyles[index % lineStyles.length] ?? lineStyles[0];
}
