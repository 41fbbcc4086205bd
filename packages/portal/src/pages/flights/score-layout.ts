import type { ScoreOption } from "@wayfare/sdk";
import { keysOf } from "../../data/keys-of.ts";

type PartName = keyof ScoreOption["components"];

interface Part {
  name: PartName;
  value: number;
  /** Start and end of the bar, in percent of the width. */
  from: number;
  to: number;
}

/** Names of the score components, in display order. */
export const partNames: Readonly<Record<PartName, string>> = {
  price: "Price",
  duration: "Duration",
  stops: "Stops",
  schedule: "Schedule",
  comfort: "Comfort",
  flexibility: "Flexibility",
  emissions: "Emissions",
  risk: "Risk",
};

/** Lays out the components of a score on one scale. Negative bars end at zero. */
export function layoutParts(components: ScoreOption["components"]): { zero: number; parts: Part[] } {
  const names = keysOf(partNames);
  const values = names.map((name) => components[name]);
  const min = Math.min(0, ...values);
  const span = Math.max(0, ...values) - min || 1;
  const place = (value: number) => ((value - min) / span) * 100;
  const zero = place(0);
  const parts = names.map((name) => {
    const value = components[name];
    return { name, value, from: Math.min(zero, place(value)), to: Math.max(zero, place(value)) };
  });
  return { zero, parts };
}
