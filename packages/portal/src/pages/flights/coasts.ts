import { feature } from "topojson-client";
import atlas from "world-atlas/land-110m.json?url";

/**
 * The coasts of the world at 1:110,000,000, from Natural Earth.
 *
 * @throws TypeError where they cannot be fetched
 */
export async function fetchCoasts() {
  const topology: Parameters<typeof feature>[0] = await (await fetch(atlas)).json();
  const { land } = topology.objects;
  if (land === undefined) throw new TypeError("the atlas has no land");
  return feature(topology, land);
}
