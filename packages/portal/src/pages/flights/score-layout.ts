import type { ScoreOption } from "@wayfare/sdk";

type PartName = keyof ScoreOption["components"];

interface Part {
  name: PartName;
  value: number;
  /** Where its length begins and ends, in hundredths of the width. */
  from: number;
  to: number;
}

const partNames: readonly PartName[] = [
  "price",
  "duration",
  "stops",
  "schedule",
  "comfort",
  "flexibility",
  "emissions",
  "risk",
];

/** Places the parts of a score on one scale; those below nothing end where the others begin. */
export function layoutParts(components: ScoreOption["components"]): { zero: number; parts: Part[] } {
  const values = partNames.map((name) => components[name]);
  const least = Math.min(0, ...values);
  const span = Math.max(0, ...values) - least || 1;
  const place = (value: number) => ((value - least) / span) * 100;
  const zero = place(0);
  const parts = partNames.map((name) => {
    const value = components[name];
    return { name, value, from: Math.min(zero, place(value)), to: Math.max(zero, place(value)) };
  });
  return { zero, parts };
}
