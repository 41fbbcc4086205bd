import type { UsageGroup } from "@wayfare/sdk";
import { readEnum } from "../../data/search-params.ts";

const groups: readonly UsageGroup[] = ["operation", "key", "application"];
const ranges = ["day", "week", "month", "quarter"] as const;
export type Range = (typeof ranges)[number];

/** View of the usage page, as in the search parameters. Absent members have their defaults. */
export interface UsageView {
  by?: UsageGroup;
  range?: Range;
}

/** Parses the view. Ignores unknown and invalid parameters. */
export function readUsageView(search: Record<string, unknown>): UsageView {
  return { ...readEnum(search, "by", groups), ...readEnum(search, "range", ranges) };
}
