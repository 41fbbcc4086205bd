/**
 * Fits the ranking's model to a table of choices and measures how well it, the coefficients that ship and two plain orders foretell them:
 * `npm run quality:ranking -- FILE`. docs/guides/evaluate-ranking.md says what the table holds and what the figures mean.
 */
import { writeFileSync } from "node:fs";
import { RecordFault } from "@wayfare/world";
import { runEvaluation, usage } from "./ranking/command.ts";
import { TableFault } from "./ranking/table-fault.ts";

try {
  const { text, json, jsonPath } = await runEvaluation(process.argv.slice(2));
  process.stdout.write(`${text}\n`);
  if (jsonPath === null) process.stdout.write(json);
  else writeFileSync(jsonPath, json);
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isOurs =
    error instanceof TableFault ||
    error instanceof RecordFault ||
    code === "ENOENT" ||
    code === "EISDIR" ||
    code === "EACCES";
  const isUsage = code.startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof Error) || !(isOurs || isUsage)) throw error;
  process.stderr.write(`${error.message}\n${isUsage ? `${usage}\n` : ""}`);
  process.exitCode = 1;
}
