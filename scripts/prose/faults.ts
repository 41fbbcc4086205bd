import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { allowedWordings } from "./allowlist.ts";
import { type Passage, readPassages } from "./passages.ts";
import { type Finding, findWords } from "./rules.ts";

export interface Fault extends Finding {
  readonly file: string;
  readonly line: number;
}

/** Files that are generated from checked sources. */
const skipped = /^(?:docs\/reference\/|.*\.snap$)/;

/** Wordings that a rule rejects in the files under `paths`; in all files of the repository by default. */
export function findFaults(paths: readonly string[]): Fault[] {
  return listFiles(paths)
    .filter((file) => !skipped.test(file))
    .flatMap((file) => findFaultsIn(file, readFileSync(file, "utf8")));
}

/** Wordings that a rule rejects in one file. */
export function findFaultsIn(file: string, text: string): Fault[] {
  const allowed = allowedWordings.filter((each) => each.file === file);
  const isAllowed = (passage: Passage): boolean =>
    allowed.some((each) => each.text === undefined || passage.text.includes(each.text));
  return readPassages(file, text)
    .filter((passage) => !isAllowed(passage))
    .flatMap((passage) => findWords(passage).map((finding) => ({ ...finding, file, line: passage.line })));
}

/** The files of the repository under `paths`, with those that are not committed yet. */
export function listFiles(paths: readonly string[]): string[] {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...paths];
  const listed = execFileSync("git", options, { encoding: "utf8", maxBuffer: 1 << 26 }).split("\n");
  const deleted = new Set(execFileSync("git", ["ls-files", "--deleted"], { encoding: "utf8" }).split("\n"));
  return listed.filter((file) => file !== "" && !deleted.has(file));
}
