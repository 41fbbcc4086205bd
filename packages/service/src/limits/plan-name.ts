import { isPlanName, type PlanName } from "@wayfare/contract";

/** The plan that a row names. One that this version does not know stops what asks for it, rather than being taken for another. */
export function readPlanName(name: string): PlanName {
  if (!isPlanName(name)) throw new Error(`the plan ${name} of an account is not known`);
  return name;
}
