import { type Booking, DomainError, notFound, type RowScope } from "@wayfare/contract";
import { type Database, type Queryable, runUnitOfWork, type UnitTime } from "@wayfare/database";
import { SupplierFailure, SupplierSkipped } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import { findCancellable } from "./cancel.ts";
import { listChanges, markAcceptanceSent, type StoredChange } from "./change-store.ts";
import { isRefused } from "./order-step.ts";
import { findOrder, makeOrderDue } from "./order-store.ts";
import { acceptSandboxChange } from "./sandbox-steps.ts";
import type { FindOrders } from "./supplier-orders.ts";

/** Time for which the step after an acceptance is left to its request. */
const requestMs = 10_000;

interface ChangeDeps {
  database: Database;
  box: SecretBox;
  findOrders: FindOrders;
}

interface ChangeRequest {
  id: string;
  changeId: string;
  times: UnitTime;
}

/**
 * Accepts a change by the airline. In the sandbox, the booking has the new flights at once. At a live supplier, the acceptance is sent once
 * and the order becomes due; its next step reads the new flights. Accepting an accepted change again has no effect.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, CHANGE_FAILED, or SUPPLY_UNAVAILABLE if the supplier was not reached
 */
export async function acceptChange(deps: ChangeDeps, owner: RowScope, request: ChangeRequest): Promise<void> {
  const { database, box, findOrders } = deps;
  const { id, times } = request;
  const wallMs = typeof times === "number" ? times : times.wallMs;
  const { change, order } = await runUnitOfWork(database, times, async (unit) => {
    const stored = await findCancellable(unit, owner, id, box);
    const found = { change: await readChange(unit.tx, owner, request), order: await findOrder(unit.tx, owner, id) };
    if (found.change.status === "accepted" || found.change.isAccepted) return { ...found, change: null };
    assertOffered(found.change, "accept");
    if (found.order === undefined) await acceptSandboxChange(unit, stored, { change: found.change, box });
    else await markAcceptanceSent(unit.tx, owner, { id: found.change.id, nowMs: unit.nowMs });
    return found;
  });
  if (order === undefined) return;
  if (change !== null) {
    const orders = await findOrders({ ...owner, supplier: order.supplier, credentialOwner: order.credentialOwner });
    try {
      if (orders === null) throw new SupplierSkipped("unsupported", "the account has no access");
      await orders.acceptChange(change.supplierChangeId);
    } catch (error) {
      const isSkipped = error instanceof SupplierSkipped;
      // Without an answer the change may be accepted. The order says so when it is read.
      if (isSkipped || isRefused(error)) await markAcceptanceSent(database, owner, { id: change.id, nowMs: null });
      if (!isSkipped && !(error instanceof SupplierFailure)) throw error;
      if (isSkipped)
        throw new DomainError("SUPPLY_UNAVAILABLE", { detail: `${order.supplier} was not reached. Try again.` });
      if (isRefused(error)) {
        const detail = `${order.supplier} does not accept the change (${error.code ?? `status ${error.status}`}).`;
        throw new DomainError("CHANGE_FAILED", { detail });
      }
    }
  }
  // The request takes the step itself; it is due for other processes a while later.
  await makeOrderDue(database, owner, { bookingId: id, nowMs: wallMs + requestMs });
}

/**
 * Requires that a change of a booking is pending and that its supplier offers an action.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID
 */
export async function assertChangeOffers(
  { database }: Pick<ChangeDeps, "database">,
  owner: RowScope,
  request: Omit<ChangeRequest, "times">,
  action: Booking["changes"][number]["actions"][number],
): Promise<void> {
  assertOffered(await readChange(database, owner, request), action);
}

async function readChange(db: Queryable, owner: RowScope, { id, changeId }: Omit<ChangeRequest, "times">) {
  const change = (await listChanges(db, owner, id)).find((each) => each.id === changeId);
  if (change === undefined) throw notFound("change", changeId);
  return change;
}

function assertOffered({ status, actions, isAccepted }: StoredChange, action: "accept" | "cancel"): void {
  if (status !== "pending") throw new DomainError("STATE_INVALID", { detail: `The change is already ${status}.` });
  if (isAccepted) throw new DomainError("STATE_INVALID", { detail: "The change is being accepted." });
  if (actions.includes(action)) return;
  throw new DomainError("STATE_INVALID", { detail: `The supplier does not offer to ${action} this change.` });
}
