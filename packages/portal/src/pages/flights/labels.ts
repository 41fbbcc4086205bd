import { capitalize } from "../../components/capitalize.ts";

const names: Readonly<Record<string, string>> = {
  best: "Best",
  cheapest: "Cheapest",
  fastest: "Fastest",
  bestAward: "Best award",
};

/** A label in words; one that a newer service gives is split where its words join. */
export function labelName(label: string): string {
  const split = label.replaceAll(/(?=[A-Z])/g, " ").toLowerCase();
  return names[label] ?? capitalize(split);
}
