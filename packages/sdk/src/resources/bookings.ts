import type { Booking, CreateBooking } from "@wayfare/contract";
import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** Offers that were booked. */
export class Bookings extends Resource {
  /** Books an offer for those who travel. */
  create(booking: CreateBooking, options?: CreateOptions): Promise<Booking> {
    return this.send("createBooking", { body: booking }, options);
  }

  list(query?: QueryOf<"listBookings">, options?: RequestOptions): Pages<Booking> {
    return new Pages((next) => this.send("listBookings", { query: { ...query, ...next } }, options));
  }

  get(id: string, options?: RequestOptions): Promise<Booking> {
    return this.send("getBooking", { path: { id } }, options);
  }

  /** Cancels it, with the refund that its fare or program gives. */
  cancel(id: string, options?: CreateOptions): Promise<Booking> {
    return this.send("cancelBooking", { path: { id } }, options);
  }
}
