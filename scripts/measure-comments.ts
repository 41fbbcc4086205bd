/**
 * Measures the wording of comments in TypeScript and JavaScript.
 *
 *     node scripts/measure-comments.ts [PATH…]      this repository, or the files under PATH
 *     node scripts/measure-comments.ts --packages   well-known packages in node_modules, to compare with
 */
import { globSync, readFileSync } from "node:fs";
import { listFiles } from "./prose/faults.ts";
import { measureComments } from "./prose/measure.ts";
import { readPassages } from "./prose/passages.ts";

/** Packages that are published with their comments. */
const comparedPackages = ["fastify", "undici", "pino", "commander", "find-my-way", "marked", "luxon"];

const paths = process.argv.slice(2);
const isSource = (file: string): boolean => /(?<!\.d)\.(?:ts|tsx|mts|mjs|cjs|js)$/.test(file) && !/\.min\./.test(file);

function print(name: string, files: readonly string[]): void {
  const comments = files
    .filter(isSource)
    .flatMap((file) => readPassages(file, readFileSync(file, "utf8")))
    .filter((passage) => passage.kind === "comment");
  const { words, what, where, firstWord } = measureComments(comments.map((comment) => comment.text));
  const numbers = [comments.length, words, what.toFixed(1), where.toFixed(1), `${firstWord.toFixed(1)} %`];
  process.stdout.write(`| ${[name, ...numbers].join(" | ")} |\n`);
}

process.stdout.write(
  '| | comments | words | "what" per 1,000 words | "where" per 1,000 words | begin with What, Whether, Who, … |\n',
);
process.stdout.write("| --- | ---: | ---: | ---: | ---: | ---: |\n");
if (paths[0] === "--packages") {
  for (const name of comparedPackages)
    print(name, globSync(`node_modules/${name}/{lib,src,*.js}/**/*.{js,ts,mjs,cjs}`));
} else {
  print(paths.length === 0 ? "Wayfare" : paths.join(" "), listFiles(paths));
}
