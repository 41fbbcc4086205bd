import { isDeepStrictEqual } from "node:util";
import type { BookingChange, Flight, RowScope } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { toApiSlices } from "@wayfare/search";
import type { SupplierOrder, SupplierOrderChange } from "@wayfare/suppliers";
import { recordEvent, type SecretBox } from "@wayfare/webhooks";
import { cancel } from "./cancel.ts";
import { listChanges, saveChange } from "./change-store.ts";
import { compareSlices } from "./compare-slices.ts";
import { makeConfirmedRefund } from "./confirmed-refund.ts";
import { changedData, type ReportedChange } from "./event-data.ts";
import { changeBooking, findBooking } from "./store.ts";

type Slices = Flight["slices"];

interface AppliedOrder {
  owner: RowScope;
  id: string;
  supplier: string;
  current: SupplierOrder;
  box: SecretBox;
}

/**
 * Applies the order, as it is at the supplier now, to a confirmed booking: its cancellation, changes by the airline that wait for the
 * customer, and new flights. Sends an event for each difference; applying the same order again sends none.
 */
export async function applyOrder(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  { owner, id, supplier, current, box }: AppliedOrder,
): Promise<void> {
  const found = await findBooking(tx, owner, id, { box, lock: "update" });
  if (found === undefined || found.booking.status !== "confirmed") return;
  const { flight, supplierReference } = found.booking;
  const reported = await applyChanges({ tx, nowMs }, { owner, id, changes: current.changes, booked: flight.slices });
  if (current.isCancelled) {
    // Suppliers do not say who cancelled: it can be the airline, or a person in the supplier's dashboard.
    const refund = makeConfirmedRefund(supplier, current.cancellation, null);
    await cancel({ tx, nowMs }, found, { by: null, refund, box });
    return;
  }
  const slices = current.slices === null ? flight.slices : toApiSlices(current.slices);
  const changes = compareSlices(flight.slices, slices);
  const reference = current.reference ?? supplierReference;
  const isSame = isDeepStrictEqual(slices, flight.slices) && reference === supplierReference;
  const booking = isSame
    ? found.booking
    : await changeBooking(tx, owner, { id, flight: { ...flight, slices }, reference, box });
  const send = (change: ReportedChange) =>
    recordEvent(tx, { ...owner, type: "booking.changed", data: changedData(booking, change), nowMs });
  // The flights of an accepted change are reported with it.
  const accepted = reported.findLast(({ pending }) => !pending);
  for (const change of reported) {
    await send(change === accepted && changes.length > 0 ? { ...change, changes } : change);
  }
  const isReported = accepted !== undefined || (changes.length === 0 && reference === supplierReference);
  if (!isReported) await send({ changeId: null, pending: false, initiatedBy: null, actions: [], changes });
}

/** Stores the airline's changes of a locked booking. @returns those that are new, or whose status or actions differ */
async function applyChanges(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  { owner, id, changes, booked }: { owner: RowScope; id: string; changes: SupplierOrder["changes"]; booked: Slices },
): Promise<ReportedChange[]> {
  if (changes.length === 0) return [];
  const known = new Map((await listChanges(tx, owner, id)).map((change) => [change.supplierChangeId, change]));
  const reported: ReportedChange[] = [];
  for (const [at, change] of changes.entries()) {
    const before = known.get(change.id);
    const { status } = change;
    const actions = [...change.actions];
    if (before?.status === status && isDeepStrictEqual(before.actions, actions)) continue;
    const slices = before?.slices ?? toSliceChanges(change, booked);
    const stored = {
      bookingId: id,
      supplierChangeId: change.id,
      initiatedBy: "airline",
      status,
      slices,
      actions,
      at,
      nowMs,
    } as const;
    const changeId = await saveChange(tx, owner, stored);
    // A change that ended before it became known is part of the flights.
    if (before === undefined && status !== "pending") continue;
    const pending = status === "pending";
    reported.push({ changeId, pending, initiatedBy: "airline", actions, changes: slices });
  }
  return reported;
}

/** Pairs the slices before and after a change, and finds their place in the booking. */
function toSliceChanges({ removed, added }: SupplierOrderChange, booked: Slices): BookingChange[] {
  const before = removed === null ? [] : toApiSlices(removed);
  const after = added === null ? [] : toApiSlices(added);
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => {
    const [change] = compareSlices(before.slice(at, at + 1), after.slice(at, at + 1));
    const old = before[at];
    const place = old === undefined ? -1 : booked.findIndex((slice) => compareSlices([slice], [old]).length === 0);
    return { slice: place < 0 ? at : place, before: change?.before ?? null, after: change?.after ?? null };
  }).filter(({ before: from, after: to }) => from !== null || to !== null);
}
