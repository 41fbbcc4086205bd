import { readSettingText } from "@wayfare/settings";
import { type SmokeTestResult, SupplierFailure, smokeTestDuffel } from "@wayfare/suppliers";
import type { SupplierActions } from "../commands/suppliers-command.ts";
import { CommandError } from "./command-error.ts";

interface Output {
  write(text: string): unknown;
}

const msPerDay = 86_400_000;
const defaultDaysAhead = 60;

/** Action of `wayfare suppliers test duffel`. `run` searches the routes. */
export function makeSupplierActions({ stdout }: { stdout: Output }, run = smokeTestDuffel): SupplierActions {
  return {
    async testDuffel(environment, { departureDate = dateAhead() }, { json }) {
      const token = readSettingText(environment, "DUFFEL_TEST_TOKEN") ?? "";
      if (!token.startsWith("duffel_test_")) {
        throw new CommandError("Set DUFFEL_TEST_TOKEN to a test token of Duffel (duffel_test_…).");
      }
      if (!/^\d{4}-\d{2}-\d{2}$/.test(departureDate)) throw new CommandError("--departure-date must be YYYY-MM-DD.");
      const results: SmokeTestResult[] = [];
      try {
        for await (const result of run({ token, departureDate, nowMs: Date.now })) {
          results.push(result);
          stdout.write(json ? `${JSON.stringify(result)}\n` : formatResult(result));
        }
      } catch (error) {
        throw error instanceof SupplierFailure ? new CommandError(error.message) : error;
      }
      const broken = results.filter(({ isKept }) => !isKept);
      if (broken.length > 0) throw new CommandError(`${broken.length} of ${results.length} routes failed.`);
    },
  };
}

function dateAhead(): string {
  return new Date(Date.now() + defaultDaysAhead * msPerDay).toISOString().slice(0, 10);
}

function formatResult({ route, promise, isKept, detail }: SmokeTestResult): string {
  return `${isKept ? "ok    " : "FAILED"}  ${route}  ${promise} (${detail})\n`;
}
