import { percentile } from "../machine.ts";
import type { Deployment } from "./deployment.ts";
import type { Contender } from "./measure.ts";
import { oneWay, type Scenario, scenarios } from "./scenarios.ts";
import { type Features, findFullBody, probeFeatures, type VerifiedScenario, verifyScenario } from "./verify.ts";

type Pairs = readonly { origin: string; destination: string }[];

/**
 * Probes the features of a deployment, and verifies its answers; prints both.
 *
 * @throws Error if an answer is wrong; the deployment is then stopped
 */
export async function prepareContender(deployment: Deployment, pairs: Pairs): Promise<Contender> {
  try {
    const features = await probeFeatures(deployment, await findFullBody(deployment, oneWay, pairs), oneWay);
    console.log(`${deployment.name}: ${describeFeatures(features)}`);
    const verified = new Map<Scenario, VerifiedScenario>();
    for (const scenario of scenarios) {
      const result = await verifyScenario(deployment, scenario, { pairs, features });
      const kilobytes = (result.sizes.identity ?? []).map((bytes) => bytes / 1000);
      console.log(
        `${deployment.name}, ${scenario.name}: ${pairs.length} pairs, ${result.bodies.length} with 50 flights, ` +
          `KB median ${percentile(kilobytes, 0.5).toFixed(0)}, largest ${Math.max(...kilobytes).toFixed(0)}`,
      );
      verified.set(scenario, result);
    }
    return { deployment, features, verified, periods: [], runs: new Map() };
  } catch (error) {
    await deployment.stop();
    throw error;
  }
}

function describeFeatures({ encodings, compact, streaming }: Features): string {
  const yesOrNo = (isPresent: boolean) => (isPresent ? "yes" : "no");
  return `encodings ${encodings.join(", ") || "none"}; compact ${yesOrNo(compact)}; streaming ${yesOrNo(streaming)}`;
}
