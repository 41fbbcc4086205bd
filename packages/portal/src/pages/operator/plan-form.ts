import type { CreatePlan, Plan } from "@wayfare/sdk";
import { readText } from "../../data/form-text.ts";

type Tiers = NonNullable<CreatePlan["overageTiers"]>;

/** Formats overage tiers for the form, one on each line: `50000 0.0035`, and `more 0.0025` for the last one. */
export function formatTiers(tiers: Plan["overageTiers"]): string {
  return tiers.map(({ upTo, unitPrice }) => `${upTo ?? "more"} ${unitPrice.amount}`).join("\n");
}

/** Parses overage tiers with prices in a currency. @returns undefined for a line that is not a tier. */
export function parseTiers(text: string, currency: string): Tiers | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const tiers = lines.flatMap((line): Tiers => {
    const [, upTo, amount] = /^\s*(\d+|more)\s+(\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
    if (upTo === undefined || amount === undefined) return [];
    return [{ upTo: upTo === "more" ? null : Number(upTo), unitPrice: { amount, currency } }];
  });
  return tiers.length === lines.length ? tiers : undefined;
}

/** Values of the form that are not in named controls. */
export interface PlanChoices {
  /** Name of the plan for a new version; null for a new plan. */
  name: string | null;
  currency: string;
  quotaBehavior: CreatePlan["quotaBehavior"];
  tiers: Tiers;
}

/** Reads the terms of a plan from the form. */
export function readPlan(form: FormData, { name: existing, currency, quotaBehavior, tiers }: PlanChoices): CreatePlan {
  const count = (name: string) => Number(readText(form, name));
  return {
    name: existing ?? readText(form, "name").trim(),
    title: readText(form, "title").trim(),
    price: { amount: readText(form, "price").trim(), currency },
    searchesIncluded: count("searchesIncluded"),
    quotaBehavior,
    overageTiers: quotaBehavior === "overage" ? tiers : [],
    trialDays: count("trialDays"),
    keyLimits: {
      requestsPerSecond: count("requestsPerSecond"),
      requestsBurst: count("requestsBurst"),
      searchesPerSecond: count("searchesPerSecond"),
      searchesBurst: count("searchesBurst"),
      searchesAtOnce: count("searchesAtOnce"),
    },
    features: readText(form, "features")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  };
}
