import type { UnknownCode } from "@wayfare/search";
import type { FastifyBaseLogger } from "fastify";
import { Counter, type Registry } from "prom-client";

/** Maximum number of codes that are remembered as logged. Suppliers can send any number of them. */
const maxLogged = 1000;

/**
 * Creates a function that counts the codes in suppliers' answers which the facts do not contain, and logs each once: the facts are to be
 * completed, or the supplier sends something else. After 1,000 codes, further ones are only counted.
 */
export function makeUnknownCodeReporter(
  registry: Registry,
  log: Pick<FastifyBaseLogger, "warn">,
): (codes: readonly UnknownCode[]) => void {
  const counter = new Counter({
    name: "wayfare_supplier_unknown_codes_total",
    help: "Codes in answers of live suppliers that the facts do not contain, by supplier and kind: `airport`, `airline` or `aircraft`. Each code is counted once per answer and logged once.",
    labelNames: ["supplier", "kind"],
    registers: [registry],
  });
  const logged = new Set<string>();
  return (codes) => {
    for (const { supplier, kind, code } of codes) {
      counter.inc({ supplier, kind });
      const key = `${supplier} ${kind} ${code}`;
      if (logged.has(key) || logged.size === maxLogged) continue;
      logged.add(key);
      log.warn(
        { supplier, kind, code },
        `${supplier} sent an unknown ${kind} code; its flights are shown with the code`,
      );
    }
  };
}
