import { feature } from "topojson-client";
import atlas from "world-atlas/land-110m.json?url";
import { isRecord } from "../../data/shape.ts";

type Topology = Parameters<typeof feature>[0];

/**
 * The coasts of the world at 1:110,000,000, from Natural Earth.
 *
 * @throws TypeError where they cannot be fetched
 */
export async function fetchCoasts() {
  const topology: unknown = await (await fetch(atlas)).json();
  if (!isTopology(topology)) throw new TypeError("the atlas is not TopoJSON");
  const { land } = topology.objects;
  if (land === undefined) throw new TypeError("the atlas has no land");
  return feature(topology, land);
}

function isTopology(value: unknown): value is Topology {
  return isRecord(value) && value["type"] === "Topology" && isRecord(value["objects"]) && Array.isArray(value["arcs"]);
}
