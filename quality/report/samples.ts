import { renderSample } from "../samples/render.ts";
import { sampleSearches, searchedAtMs } from "../samples/searches.ts";
import { type Answer, openSandbox } from "../sandbox.ts";
import type { Section } from "./section.ts";

/** Searches of the sandbox with their best offers, for review by domain experts. */
export async function sampleOffers(): Promise<Section> {
  const answers: Answer[] = [];
  const sandbox = await openSandbox(searchedAtMs);
  try {
    for (const { request } of sampleSearches) answers.push(await sandbox.search(request));
  } finally {
    await sandbox.close();
  }
  const found = answers.filter(({ flights }) => flights.length > 0).length;
  const undominated = answers.filter(({ scoreOptions: [best] }) => best?.dominatedBy === null).length;
  return {
    title: "Sample searches",
    lines: [
      `${sampleSearches.length} searches of the sandbox at ${new Date(searchedAtMs).toISOString()}, each with its five best offers. All flights and prices are simulated;`,
      "[ranking](ranking.md) explains the scores.",
      "",
      ...answers.flatMap((answer, at) => {
        const sample = sampleSearches[at];
        return sample === undefined ? [] : [renderSample(sample, answer)];
      }),
    ],
    claims: [
      {
        claim: "Every sample search returns flights",
        found: `${found} of ${sampleSearches.length}`,
        holds: found === sampleSearches.length,
      },
      {
        claim: "No best offer is dominated by another",
        found: `${undominated} of ${sampleSearches.length}`,
        holds: undominated === sampleSearches.length,
      },
    ],
  };
}
