import { recordExamples } from "../packages/service/test/examples/record.ts";

/** Writes packages/service/assets/openapi-examples.json, recorded from a run of the service. */
export async function renderExamples(): Promise<string> {
  return `${JSON.stringify(await recordExamples(), null, 2)}\n`;
}
