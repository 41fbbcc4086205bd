import { capitalize } from "../../components/capitalize.ts";

const names: Readonly<Record<string, string>> = {
  best: "Best",
  cheapest: "Cheapest",
  fastest: "Fastest",
  bestAward: "Best award",
};

/** Returns the text of a label. Splits unknown labels in camel case into words. */
export function labelName(label: string): string {
  const split = label.replaceAll(/(?=[A-Z])/g, " ").toLowerCase();
  return names[label] ?? capitalize(split);
}
