/** A claim of the report; the check fails if it is false. */
export interface Claim {
  claim: string;
  /** Summary of the measured value. */
  found: string;
  holds: boolean;
}

/** A section of the report. */
export interface Section {
  title: string;
  /** Markdown below the title; its own headings are of level three. */
  lines: string[];
  claims: Claim[];
  /** Charts by file name. */
  charts?: Record<string, string>;
}

/** Formats a Markdown table; all columns except the first are numbers. */
export function numberTable(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), line(titles.map((_, at) => (at === 0 ? "---" : "--:"))), ...rows.map(line)];
}
