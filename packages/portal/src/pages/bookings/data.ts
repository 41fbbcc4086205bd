import { ConflictError, type CreateBooking, type Offer } from "@wayfare/sdk";
import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useTimeRange } from "../../data/use-time-range.ts";
import type { BookingFilters } from "./filters.ts";

/** Lists the bookings of the current environment. */
export function useBookings(filters: BookingFilters) {
  const { nowMs: _nowMs, ...range } = useTimeRange(filters);
  const query = { ...withoutTimeRange(filters), ...range };
  return usePages(["bookings", query], (client, cursor) => client.bookings.list({ ...query, cursor }));
}

/** Polling interval while a supplier has not confirmed a booking. */
const pendingPollMs = 2000;

/** Reads a booking. Polls while it is pending. */
export function useBooking(id: string) {
  return useRead(["bookings", "one", id], (client) => client.bookings.get(id), {
    refetchInterval: ({ state: { data } }) => (data?.status === "pending" ? pendingPollMs : false),
  });
}

/** Reads the refund of a cancellation while its dialog is open. */
export function useCancellationQuote(id: string, enabled: boolean) {
  return useRead(["cancellation-quotes", id], (client) => client.bookings.cancel(id, { dryRun: true }), {
    enabled,
    staleTime: 0,
    // A reopened dialog shows the current refund only.
    gcTime: 0,
    retry: false,
  });
}

/**
 * Offer, priced when the page opens and not again while it is open: another offer would reset the travelers form. A booking checks the price.
 */
export function useOffer(id: string) {
  return useRead(["offers", id], (client) => client.offers.get(id), { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
}

interface ChangeOfBooking {
  id: string;
  changeId: string;
}

/** Mutations of bookings. Booking with the same key books once. */
export function useBookingActions() {
  return {
    create: useAction(["bookings"], (client, { booking, key }: { booking: CreateBooking; key: string }) =>
      client.bookings.create(booking, { idempotencyKey: key }),
    ),
    eraseTravelers: useAction(["bookings", "events", "deliveries"], (client, id: string) =>
      client.bookings.eraseTravelers(id),
    ),
    cancel: useAction(["bookings", "events", "deliveries"], (client, id: string) => client.bookings.cancel(id)),
    acceptChange: useAction(["bookings", "events", "deliveries"], (client, { id, changeId }: ChangeOfBooking) =>
      client.bookings.acceptChange(id, changeId),
    ),
    cancelChanged: useAction(["bookings", "events", "deliveries"], (client, { id, changeId }: ChangeOfBooking) =>
      client.bookings.cancelChanged(id, changeId),
    ),
  };
}

/** Returns the current offer if the booking failed because the price changed. */
export function changeOf(error: Error | null): { offer: Offer } | null {
  const isChange = error instanceof ConflictError && error.code === "OFFER_CHANGED";
  return isChange && error.offer !== null ? { offer: error.offer } : null;
}
