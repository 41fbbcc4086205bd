import { getRouteApi } from "@tanstack/react-router";
import type { Booking } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PriceBreakdown } from "../../components/price-breakdown.tsx";
import { Problem } from "../../components/problem.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { BookingMark, BookingPrice } from "./bookings-page.tsx";
import { useBooking, useBookingActions, useCancellationQuote } from "./data.ts";
import { FlightLines } from "./flight-lines.tsx";
import { PendingChanges } from "./pending-changes.tsx";
import { RefundText } from "./refund-text.tsx";

const route = getRouteApi("/shell/bookings/$id");

/** Booking page. */
export function BookingPage() {
  const { id } = route.useParams();
  const query = useBooking(id);
  const back = <TextLink to="/bookings">Bookings</TextLink>;
  return (
    <Loaded query={query} label="booking" head={<PageHeader title="Booking" above={back} />}>
      {(booking) => (
        <>
          <PageHeader
            title={`Booking ${booking.reference}`}
            above={back}
            actions={
              <>
                {booking.status === "confirmed" && <CancelButton booking={booking} />}
                {booking.status !== "pending" && booking.travelersErasedAt === null && (
                  <EraseButton booking={booking} />
                )}
              </>
            }
          />
          <BookingState booking={booking} />
          <PendingChanges booking={booking} />
          <div className="flex flex-col gap-8">
            <FlightLines flight={booking.flight} />
            <Facts facts={factsOf(booking)} />
            <section aria-labelledby="price" className="flex flex-col gap-3">
              <h2 id="price" className="text-16 font-semibold">
                Price
              </h2>
              <BookedPrice booking={booking} />
            </section>
          </div>
        </>
      )}
    </Loaded>
  );
}

const failures: Readonly<Record<NonNullable<Booking["failure"]>["code"], string>> = {
  offer_unavailable: "The supplier no longer sells this offer.",
  offer_expired: "The offer expired before the order.",
  price_changed: "The price changed before the order.",
  refused: "The airline or the supplier refused the order.",
  insufficient_balance: "The balance with the supplier is too low.",
  supplier_unavailable: "The supplier was not reached.",
  not_created: "The supplier has created no order.",
};

/** Explains a pending or failed booking. */
function BookingState({ booking: { status, pendingReason, source, failure } }: { booking: Booking }) {
  if (status === "pending") {
    return (
      <Notice tone="accent" title="Waiting for the supplier">
        <p>
          {pendingReason === "accepted"
            ? `${source} has accepted the order and has not confirmed it. This can take hours.`
            : `The order was sent to ${source}. This page shows the result when it arrives, usually within a minute.`}
        </p>
      </Notice>
    );
  }
  if (failure === null) return null;
  return (
    <Notice tone="critical" title="This booking failed" action={<TextLink to="/flights">Search again</TextLink>}>
      <p>
        {failures[failure.code]} Nothing was charged.
        {failure.supplierCode !== null && (
          <>
            {" "}
            The supplier’s code is <code className="font-mono text-13">{failure.supplierCode}</code>.
          </>
        )}
      </p>
    </Notice>
  );
}

function factsOf(booking: Booking): [string, React.ReactNode][] {
  const { refund, supplierReference, supplierCharge, source } = booking;
  return [
    ["Status", <BookingMark key="status" {...booking} />],
    ...(source === "sandbox"
      ? []
      : ([
          ["Supplier", source],
          ["Airline reference", supplierReference ?? "Not known yet"],
          [
            "Charged by the supplier",
            supplierCharge === null ? "Nothing yet" : <Money key="charge" value={supplierCharge} />,
          ],
        ] satisfies [string, React.ReactNode][])),
    ["Id", <CopyableId key="id" id={booking.id} contentName="booking id" />],
    ["Your reference", booking.clientReference ?? "None"],
    ...travelerFacts(booking),
    ["Booked", <Time key="booked" at={booking.createdAt} />],
    ...(booking.cancelledAt === null
      ? []
      : ([["Cancelled", <Time key="cancelled" at={booking.cancelledAt} />]] satisfies [string, React.ReactNode][])),
    ...(refund === null
      ? []
      : ([["Refund", <RefundText key="refund" refund={refund} />]] satisfies [string, React.ReactNode][])),
    [
      "Events",
      <span key="events" className="flex flex-wrap gap-x-4">
        <TextLink to="/events" search={{ subject: booking.id }}>
          Events of this booking
        </TextLink>
        <TextLink to="/deliveries" search={{ subject: booking.id }}>
          Deliveries of this booking
        </TextLink>
      </span>,
    ],
  ];
}

function travelerFacts({ travelers, contact, travelersErasedAt }: Booking): [string, React.ReactNode][] {
  if (travelersErasedAt !== null) return [["Travelers erased", <Time key="erased" at={travelersErasedAt} />]];
  return [
    [
      "Travelers",
      <ul key="travelers">
        {travelers.map(({ type, givenName, familyName, bornOn }, at) => (
          <li key={`${at} ${givenName}`} className="wrap-anywhere">
            {givenName} {familyName}, {type}, born {bornOn}
          </li>
        ))}
      </ul>,
    ],
    ["Contact", `${contact.email}, ${contact.phone}`],
  ];
}

function BookedPrice({ booking }: { booking: Booking }) {
  const offer = [...booking.flight.cash, ...booking.flight.award].find(({ id }) => id === booking.offerId);
  return offer === undefined ? <BookingPrice {...booking} /> : <PriceBreakdown offer={offer} />;
}

/** Nothing after the departure of the first flight, when a booking can no longer be cancelled. */
function CancelButton({ booking }: { booking: Booking }) {
  const [isOpen, setOpen] = useState(false);
  const { nowMs } = useDataClock();
  const departureAt = booking.flight.slices[0]?.departureAt;
  if (departureAt !== undefined && departureAt !== null && Date.parse(departureAt) <= nowMs) return null;
  return (
    <RequireScope scopes={["flights.book"]} action="cancel bookings">
      <Button kind="danger" onClick={() => setOpen(true)}>
        Cancel booking
      </Button>
      <CancelDialog booking={booking} open={isOpen} onClose={() => setOpen(false)} />
    </RequireScope>
  );
}

function CancelDialog({ booking, open, onClose }: DialogState & { booking: Booking }) {
  const { cancel } = useBookingActions();
  const quote = useCancellationQuote(booking.id, open);
  const refund = quote.data?.refund ?? null;
  const start = () =>
    cancel.mutate(booking.id, {
      onSuccess: ({ status }) => {
        toast(status === "cancelled" ? `Cancelled ${booking.reference}` : `Cancelling ${booking.reference}`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Cancel booking ${booking.reference}?`}
      actionLabel="Cancel booking"
      cancelLabel="Keep booking"
      action={cancel}
      disabled={refund === null}
      onConfirm={start}
    >
      {quote.error !== null && <Problem error={quote.error} />}
      <p className="text-ink-2" role="status">
        {quote.isPending && "Reading the refund…"}
        {refund !== null && (
          <>
            You get <RefundText refund={refund} />
          </>
        )}
      </p>
      <p className="text-ink-2">The seats are released. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

/** Button and dialog that erase the travelers' data of a booking. */
function EraseButton({ booking: { id, reference, status } }: { booking: Booking }) {
  const [isOpen, setOpen] = useState(false);
  const { eraseTravelers } = useBookingActions();
  return (
    <RequireScope scopes={["flights.book"]} action="erase travelers">
      <Button onClick={() => setOpen(true)}>Erase travelers</Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Erase the travelers of ${reference}?`}
        actionLabel="Erase travelers"
        action={eraseTravelers}
        onConfirm={() => eraseTravelers.mutate(id, { onSuccess: () => setOpen(false) })}
      >
        <p className="text-ink-2">
          Erases names, documents, contact, metadata and the airline’s reference, also in events and stored responses.
          Flights and amounts stay.{status === "confirmed" && " The booking can still be cancelled."} The airline and
          your webhook endpoints keep what they have. This cannot be undone.
        </p>
      </ConfirmDialog>
    </RequireScope>
  );
}
