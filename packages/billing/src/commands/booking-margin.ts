import type { Queryable } from "@wayfare/database";
import { postTransaction } from "../ledger/store.ts";
import { type BookingMargin, marginRefundTransaction, marginTransaction } from "../ledger/transactions.ts";

/** Posts the margin of a booking that has just been confirmed. The database rejects a second one. */
export async function postBookingMargin(db: Queryable, margin: BookingMargin, atMs: number): Promise<void> {
  await postTransaction(db, marginTransaction(margin, atMs));
}

/** Reverses the margin of a booking that the airline has just cancelled. The database rejects a second reversal. */
export async function refundBookingMargin(db: Queryable, margin: BookingMargin, atMs: number): Promise<void> {
  await postTransaction(db, marginRefundTransaction(margin, atMs));
}
