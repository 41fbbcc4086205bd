import { expect } from "vitest";
import { FactsError, parseTable } from "../../src/facts/table.ts";

/** A table of these lines, as a file of that name would hold it. */
export function tableOf(file: string, ...lines: readonly string[]): ReturnType<typeof parseTable> {
  return parseTable(file, `${lines.join("\n")}\n`);
}

/** Fails unless a table is refused as `curfews.tsv:3: from is …`. */
export function expectFault(parse: () => unknown, message: string): void {
  expect(parse).toThrow(FactsError);
  expect(parse).toThrow(message);
}
