/** Something that the report says holds, and that a check fails without. */
export interface Claim {
  claim: string;
  /** What was found, in a few words. */
  found: string;
  holds: boolean;
}

/** A part of the report. */
export interface Section {
  title: string;
  /** Markdown below the title, whose own headings are of the third level. */
  lines: string[];
  claims: Claim[];
  /** Drawings by file name. */
  charts?: Record<string, string>;
}

/** A markdown table whose columns but the first are numbers. */
export function numberTable(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), line(titles.map((_, at) => (at === 0 ? "---" : "--:"))), ...rows.map(line)];
}
