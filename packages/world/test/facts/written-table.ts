import { expect } from "vitest";
import { FactsError, parseTable } from "../../src/facts/table.ts";

/** Returns a table of these lines, like a file of that name. */
export function tableOf(file: string, ...lines: readonly string[]): ReturnType<typeof parseTable> {
  return parseTable(file, `${lines.join("\n")}\n`);
}

/** Expects a FactsError such as `curfews.tsv:3: from is …`. */
export function expectFault(parse: () => unknown, message: string): void {
  expect(parse).toThrow(FactsError);
  expect(parse).toThrow(message);
}
