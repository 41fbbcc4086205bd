import type { ScoreOption } from "@wayfare/sdk";
import { wordsOf } from "../../data/words.ts";

type PartName = keyof ScoreOption["components"];

interface Part {
  name: PartName;
  value: number;
  /** Where its length begins and ends, in hundredths of the width. */
  from: number;
  to: number;
}

/** The name of each part, in the order in which they are shown. */
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

/** Places the parts of a score on one scale; those below nothing end where the others begin. */
export function layoutParts(components: ScoreOption["components"]): { zero: number; parts: Part[] } {
  const names = wordsOf(partNames);
  const values = names.map((name) => components[name]);
  const least = Math.min(0, ...values);
  const span = Math.max(0, ...values) - least || 1;
  const place = (value: number) => ((value - least) / span) * 100;
  const zero = place(0);
  const parts = names.map((name) => {
    const value = components[name];
    return { name, value, from: Math.min(zero, place(value)), to: Math.max(zero, place(value)) };
  });
  return { zero, parts };
}
