/**
 * Lists wordings that docs/standards/vocabulary.md rejects, in comments, test titles, texts for users and pages.
 *
 *     node scripts/check-words.ts [PATH…]
 *
 * Exits with 1 if there are any. Files and passages that may have them are in prose/allowlist.ts.
 */
import { findFaults } from "./prose/faults.ts";

const faults = findFaults(process.argv.slice(2));
for (const { file, line, rule, excerpt } of faults) {
  process.stdout.write(`${file}:${line}: ${rule.name}: "${excerpt}". ${rule.advice}\n`);
}
if (faults.length > 0) {
  process.stderr.write(`${faults.length} wordings to replace: see docs/standards/vocabulary.md.\n`);
  process.exitCode = 1;
}
