import { feature } from "topojson-client";
import atlas from "world-atlas/land-110m.json?url";
import { isRecord } from "../../data/decoder.ts";

type Topology = Parameters<typeof feature>[0];

/**
 * Fetches the coastlines of the world at 1:110,000,000, from Natural Earth.
 *
 * @throws TypeError if they cannot be fetched
 */
export async function fetchCoastlines() {
  const topology: unknown = await (await fetch(atlas)).json();
  if (!isTopology(topology)) throw new TypeError("map data is not TopoJSON");
  const { land } = topology.objects;
  if (land === undefined) throw new TypeError("map data has no land");
  return feature(topology, land);
}

function isTopology(value: unknown): value is Topology {
  return isRecord(value) && value["type"] === "Topology" && isRecord(value["objects"]) && Array.isArray(value["arcs"]);
}
