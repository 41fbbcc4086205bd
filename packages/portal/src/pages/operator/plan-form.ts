import type { CreatePlan, Plan } from "@wayfare/sdk";
import { readText } from "../../data/form-text.ts";

type Tiers = NonNullable<CreatePlan["overageTiers"]>;

/** Formats overage tiers for the form, one on each line: `50000 0.0035`, and `more 0.0025` for the last one. */
export function formatTiers(tiers: Plan["overageTiers"]): string {
  return tiers.map(({ upTo, unitPrice }) => `${upTo ?? "more"} ${unitPrice.amount}`).join("\n");
}

/** Parses overage tiers. @returns undefined for a line that is not a tier. */
export function parseTiers(text: string): Tiers | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const tiers = lines.flatMap((line): Tiers => {
    const [, upTo, unitPrice] = /^\s*(\d+|more)\s+(\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
    if (upTo === undefined || unitPrice === undefined) return [];
    return [{ upTo: upTo === "more" ? null : Number(upTo), unitPrice }];
  });
  return tiers.length === lines.length ? tiers : undefined;
}

/** Converts a code to the type of a request. The service rejects unknown codes. */
export function toCurrency(code: string): NonNullable<CreatePlan["currency"]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service validates the code
  return code as NonNullable<CreatePlan["currency"]>;
}

/** Values of the form that are not in named controls. */
export interface PlanChoices {
  /** Set for a new version of a plan. */
  existing: { name: string; currency: string } | null;
  quotaBehavior: CreatePlan["quotaBehavior"];
  tiers: Tiers;
}

/** Reads the terms of a plan from the form. */
export function readPlan(form: FormData, { existing, quotaBehavior, tiers }: PlanChoices): CreatePlan {
  const count = (name: string) => Number(readText(form, name));
  return {
    name: existing?.name ?? readText(form, "name").trim(),
    title: readText(form, "title").trim(),
    currency: toCurrency(existing?.currency ?? readText(form, "currency")),
    price: readText(form, "price").trim(),
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
