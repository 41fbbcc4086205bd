import {
  type DeploymentHealth,
  firstIdAt,
  type OperatorAuditEvent,
  type OperatorSupplier,
  type Queues,
} from "@wayfare/contract";
import { listAllAuditEvents } from "../../audit/store.ts";
import { readTimeRange } from "../../http/time-range.ts";
import { readDeploymentHealth } from "../status/health.ts";
import { readQueues } from "../status/queues.ts";
import type { StatusDeps } from "../status/status-deps.ts";
import { readOperatorSuppliers } from "../status/suppliers.ts";
import type { StatusCommand } from "./status-input.ts";

/** Result of a command about the state of the deployment. */
export type StatusCommandResult =
  | { kind: "audit"; events: OperatorAuditEvent[] }
  | { kind: "queues"; state: Queues }
  | { kind: "suppliers"; suppliers: OperatorSupplier[] }
  | { kind: "health"; state: DeploymentHealth };

const defaultLimit = 50;

/**
 * Runs a command about the state of the deployment.
 *
 * @throws DomainError REQUEST_INVALID for an invalid time range
 */
export async function runStatusCommand(deps: StatusDeps, command: StatusCommand): Promise<StatusCommandResult> {
  if (command.do === "queues") return { kind: "queues", state: await readQueues(deps) };
  if (command.do === "suppliers") return { kind: "suppliers", suppliers: await readOperatorSuppliers(deps) };
  if (command.do === "health") return { kind: "health", state: await readDeploymentHealth(deps) };
  const { do: _do, from, to, limit = defaultLimit, ...filter } = command;
  const { fromMs, toMs } = readTimeRange({ from, to });
  const events = await listAllAuditEvents(deps.database.reads, {
    filter,
    firstId: fromMs === undefined ? undefined : firstIdAt("aud", fromMs),
    afterId: toMs === undefined ? null : firstIdAt("aud", toMs),
    limit,
  });
  return { kind: "audit", events };
}
