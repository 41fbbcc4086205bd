import { type Booking, DomainError, notFound, type RowScope } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { eraseSubjectData, type SecretBox } from "@wayfare/webhooks";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { eraseStoredMembers } from "../storage/idempotency.ts";
import { isOrderSettled } from "./order-store.ts";
import { eraseBookingTravelers, findBooking } from "./store.ts";

/** Members of events that hold texts of the caller or identify the travelers at the airline. */
const eventMembers = { metadata: {}, clientReference: null, supplierReference: null };

/**
 * Erases the travelers' data of a booking: in its row, in its events, in the responses of webhook receivers, and in stored responses.
 * Amounts, flights and the record locator stay. Repeating it changes nothing.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID while an order or a cancellation at the supplier is not settled.
 */
export async function eraseTravelers(
  { tx, nowMs, wallMs }: UnitOfWork,
  owner: RowScope,
  { id, actor, box }: { id: string; actor: Actor; box: SecretBox },
): Promise<Booking> {
  const found = await findBooking(tx, owner, id, { lock: "update", box });
  if (found === undefined) throw notFound("booking", id);
  if (found.booking.travelersErasedAt !== null) return found.booking;
  if (found.booking.status === "pending" || !(await isOrderSettled(tx, found.owner, id))) {
    const detail = "The supplier has not confirmed the order or its cancellation yet, which needs the travelers' data.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  const booking = await eraseBookingTravelers(tx, found.owner, { id, nowMs, box });
  await eraseSubjectData(tx, found.owner, { subject: id, members: eventMembers });
  const { travelers, contact, travelersErasedAt } = booking;
  const members = { ...eventMembers, travelers, contact, travelersErasedAt };
  await eraseStoredMembers(tx, found.owner, { id, members });
  const { accountId, environment, applicationId } = found.owner;
  await writeAuditEvent(tx, {
    accountId,
    environment,
    action: "booking.travelers_erased",
    actor,
    subject: { kind: "booking", id, applicationId },
    nowMs: wallMs,
  });
  return booking;
}
