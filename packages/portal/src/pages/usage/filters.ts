import type { UsageGroup } from "@wayfare/sdk";
import { readWord } from "../../data/address.ts";

const groups: readonly UsageGroup[] = ["operation", "key", "application"];
const ranges = ["day", "week", "month", "quarter"] as const;
export type Range = (typeof ranges)[number];

/** What the page of usage shows, as it stands in the address; what is left out is the default. */
export interface UsageView {
  by?: UsageGroup;
  range?: Range;
}

/** Reads it; what an address has too much, or wrong, is left out. */
export function readUsageView(search: Record<string, unknown>): UsageView {
  return { ...readWord(search, "by", groups), ...readWord(search, "range", ranges) };
}
