/**
 * Fits the ranking model to a table of choices and measures how well the fitted model, the shipped coefficients and two simple orders
 * predict the choices: `npm run quality:ranking -- FILE`. docs/guides/evaluate-ranking.md describes the table and the figures.
 */
import { writeFileSync } from "node:fs";
import { RecordError } from "@wayfare/world";
import { runEvaluation, usage } from "./ranking/command.ts";
import { TableError } from "./ranking/table-error.ts";

try {
  const { text, json, jsonPath } = await runEvaluation(process.argv.slice(2));
  process.stdout.write(`${text}\n`);
  if (jsonPath === null) process.stdout.write(json);
  else writeFileSync(jsonPath, json);
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isOurs =
    error instanceof TableError ||
    error instanceof RecordError ||
    code === "ENOENT" ||
    code === "EISDIR" ||
    code === "EACCES";
  const isUsage = code.startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof Error) || !(isOurs || isUsage)) throw error;
  process.stderr.write(`${error.message}\n${isUsage ? `${usage}\n` : ""}`);
  process.exitCode = 1;
}
