import type { Clock, Flight } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { recordEvent, type SecretBox } from "@wayfare/webhooks";
import { cancel } from "./cancel.ts";
import { type StoredChange, saveChange } from "./change-store.ts";
import { compareSlices } from "./compare-slices.ts";
import { changedData, confirmedData } from "./event-data.ts";
import { changeBooking, clearSandboxStep, lockDueBooking, type StoredBooking, settleBooking } from "./store.ts";
import type { SandboxStep } from "./triggers.ts";

type Slices = Flight["slices"];
type Moment = Pick<UnitOfWork, "tx" | "nowMs">;

/** The airline delays the last slice of a trip by this time. */
const delayMinutes = 45;

/** Characters of `2027-01-20T18:30:00`, before the UTC offset. */
const localLength = 19;

/**
 * Applies due steps of the sandbox, each in its own transaction, so that processes can share the work.
 *
 * @returns the number of steps
 */
export async function runSandboxSteps(
  { database, box }: { database: Database; box: SecretBox },
  clock: Clock,
): Promise<number> {
  for (let steps = 0; ; steps++) {
    const found = await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
      const due = await lockDueBooking(tx, nowMs, box);
      if (due !== undefined) await apply[due.step]({ tx, nowMs: due.nowMs }, due, box);
      return due !== undefined;
    });
    if (!found) return steps;
  }
}

const apply: Readonly<Record<SandboxStep, (at: Moment, stored: StoredBooking, box: SecretBox) => Promise<unknown>>> = {
  confirm: confirmBooking,
  change: announceChange,
  cancel: (at, stored, box) => cancel(at, stored, { by: "airline", box }),
};

async function confirmBooking({ tx, nowMs }: Moment, { owner, booking: { id } }: StoredBooking, box: SecretBox) {
  const result = { status: "confirmed", supplierReference: null, charge: null, slices: null } as const;
  const booking = await settleBooking(tx, owner, { id, result, box });
  if (booking === undefined) throw new Error("a locked booking with the step `confirm` is not pending");
  await recordEvent(tx, { ...owner, type: "booking.confirmed", data: confirmedData(booking), nowMs });
}

/** Stores a change of the flights, which waits for the customer. */
async function announceChange(at: Moment, { owner, booking }: StoredBooking): Promise<void> {
  const { slices } = booking.flight;
  await clearSandboxStep(at.tx, owner, booking.id);
  await recordChange(
    at,
    { owner, booking },
    {
      supplierChangeId: "sandbox",
      initiatedBy: "airline",
      status: "pending",
      slices: compareSlices(slices, delayLastSlice(slices)),
      actions: ["accept", "cancel"],
    },
  );
}

/** Accepts the pending change of a locked booking in the sandbox: the booking has the new flights at once. */
export async function acceptSandboxChange(
  at: Moment,
  { owner, booking: { id, flight, supplierReference } }: Pick<StoredBooking, "owner" | "booking">,
  { change, box }: { change: StoredChange; box: SecretBox },
): Promise<void> {
  const delayed = { ...flight, slices: delayLastSlice(flight.slices) };
  const booking = await changeBooking(at.tx, owner, { id, flight: delayed, reference: supplierReference, box });
  await recordChange(at, { owner, booking }, { ...change, status: "accepted", actions: [] });
}

async function recordChange(
  { tx, nowMs }: Moment,
  { owner, booking }: Pick<StoredBooking, "owner" | "booking">,
  change: Pick<StoredChange, "supplierChangeId" | "initiatedBy" | "status" | "slices" | "actions">,
): Promise<void> {
  const changeId = await saveChange(tx, owner, { ...change, bookingId: booking.id, at: 0, nowMs });
  const { initiatedBy, actions, slices: changes } = change;
  const data = changedData(booking, { changeId, pending: change.status === "pending", initiatedBy, actions, changes });
  await recordEvent(tx, { ...owner, type: "booking.changed", data, nowMs });
}

/** Returns slices of which the last is 45 minutes later. Its connections can become overnight ones, or ones within a day. */
export function delayLastSlice(slices: Slices): Slices {
  return slices.map((slice, at) => {
    if (at < slices.length - 1) return slice;
    const segments = slice.segments.map((segment) => ({
      ...segment,
      departureAt: delay(segment.departureAt),
      arrivalAt: delay(segment.arrivalAt),
    }));
    const layovers = slice.layovers.map((layover, index) => ({
      ...layover,
      overnight: dateOf(segments[index]?.arrivalAt) !== dateOf(segments[index + 1]?.departureAt),
    }));
    return { ...slice, departureAt: delay(slice.departureAt), arrivalAt: delay(slice.arrivalAt), segments, layovers };
  });
}

/** Adds the delay to a local time with a UTC offset. */
function delay<Time extends string | null>(time: Time): Time | string {
  if (time === null) return time;
  const [local, offset] = [time.slice(0, localLength), time.slice(localLength)];
  return new Date(Date.parse(`${local}Z`) + delayMinutes * 60_000).toISOString().slice(0, localLength) + offset;
}

function dateOf(time: string | null | undefined): string | undefined {
  return time?.slice(0, 10);
}
