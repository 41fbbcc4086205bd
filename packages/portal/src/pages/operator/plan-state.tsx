import type { OperatorPlan } from "@wayfare/sdk";
import { Status } from "../../components/status.tsx";

/** Visibility or retirement of a plan. */
export function PlanStateMark({ plan: { visibility, retiredAt } }: { plan: OperatorPlan }) {
  if (retiredAt !== null) return <Status tone="neutral">Retired</Status>;
  return visibility === "public" ? <Status tone="positive">Public</Status> : <Status tone="caution">Hidden</Status>;
}
