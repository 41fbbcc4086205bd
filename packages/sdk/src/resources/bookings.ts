import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { Booking, CreateBooking } from "../generated/types.ts";

/** Bookings of offers. */
export class Bookings extends Resource {
  /** Books an offer for the given travelers. */
  create(booking: CreateBooking, options?: CreateOptions): Promise<Booking> {
    return this.send("createBooking", { body: booking }, options);
  }

  /** Lists bookings, newest first. */
  list(query?: QueryOf<"listBookings">, options?: RequestOptions): Pages<Booking> {
    return new Pages((next) => this.send("listBookings", { query: { ...query, ...next } }, options));
  }

  /** Retrieves a booking. */
  get(id: string, options?: RequestOptions): Promise<Booking> {
    return this.send("getBooking", { path: { id } }, options);
  }

  /**
   * Cancels a booking. The fare or program rules determine the refund.
   *
   * @param dryRun Returns the confirmed booking with the refund that a cancellation would give now, and changes nothing.
   */
  cancel(id: string, { dryRun, ...options }: CreateOptions & { dryRun?: boolean } = {}): Promise<Booking> {
    return this.send("cancelBooking", { path: { id }, query: { dryRun } }, options);
  }

  /** Takes the new flights of a pending change by the airline. */
  acceptChange(id: string, changeId: string, options?: RequestOptions): Promise<Booking> {
    return this.send("acceptChange", { path: { id, changeId } }, options);
  }

  /** Cancels the booking on the terms that the airline offers for a pending change. */
  cancelChanged(id: string, changeId: string, options: CreateOptions = {}): Promise<Booking> {
    return this.send("cancelChangedBooking", { path: { id, changeId } }, options);
  }

  /** Erases travelers, contact, metadata and references of a booking. This cannot be undone. */
  eraseTravelers(id: string, options?: RequestOptions): Promise<Booking> {
    return this.send("eraseTravelers", { path: { id } }, options);
  }
}
