import { feature } from "topojson-client";
import type { Topology } from "topojson-specification";
import atlas from "world-atlas/land-110m.json";

const topology = atlas as unknown as Topology;
