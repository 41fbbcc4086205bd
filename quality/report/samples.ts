import { renderSample } from "../samples/render.ts";
import { askedAtMs, sampleSearches } from "../samples/searches.ts";
import { type Answer, openSandbox } from "../sandbox.ts";
import type { Section } from "./section.ts";

/** Searches of the sandbox with their best offers, to be read by somebody who knows the field. */
export async function sampleOffers(): Promise<Section> {
  const answers: Answer[] = [];
  const sandbox = await openSandbox(askedAtMs);
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
      `${sampleSearches.length} searches of the sandbox, asked at ${new Date(askedAtMs).toISOString()}, each with its five best offers. Every flight and price is simulated;`,
      "[how options are ranked](ranking.md) says what the scores mean.",
      "",
      ...answers.flatMap((answer, at) => {
        const sample = sampleSearches[at];
        return sample === undefined ? [] : [renderSample(sample, answer)];
      }),
    ],
    claims: [
      {
        claim: "Every sample search finds flights",
        found: `${found} of ${sampleSearches.length}`,
        holds: found === sampleSearches.length,
      },
      {
        claim: "The best offer of each is one that no other beats in everything",
        found: `${undominated} of ${sampleSearches.length}`,
        holds: undominated === sampleSearches.length,
      },
    ],
  };
}
