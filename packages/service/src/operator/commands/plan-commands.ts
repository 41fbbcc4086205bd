import type { OperatorPlan, OperatorPlanDetail, PlanPreview } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { operatorActor } from "../../audit/store.ts";
import {
  changePlan,
  createPlan,
  getPlanDetail,
  listOperatorPlans,
  type PlanDeps,
  previewPlan,
} from "../plans/plans.ts";
import type { PlanCommand } from "./plan-input.ts";

/** Result of a command about plans: a plan, the plans of the deployment, or a preview. */
export type PlanCommandResult = OperatorPlan | OperatorPlanDetail | PlanPreview | { data: OperatorPlan[] };

const maxListed = 1000;

/**
 * Runs a command about the plans of the deployment.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, REQUEST_INVALID.
 */
export async function runPlanCommand(
  deps: PlanDeps & { database: Database; nowMs: number },
  command: PlanCommand,
): Promise<PlanCommandResult> {
  const { database, nowMs } = deps;
  if (command.do === "list") {
    const plans = await listOperatorPlans(database, { afterId: null, limit: maxListed });
    return { data: plans.map(({ id: _id, ...plan }) => plan) };
  }
  if (command.do === "show") return getPlanDetail(database, command.name);
  if (command.do === "preview") return previewPlan(database, command.plan);
  return runUnitOfWork(database, nowMs, (unit) => {
    if (command.do === "create") return createPlan(unit, deps, command.plan, operatorActor);
    const { do: _do, name, ...changes } = command;
    return changePlan(unit, name, changes, operatorActor);
  });
}
