import { getRouteApi } from "@tanstack/react-router";
import type { Booking } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Miles, Money } from "../../components/money.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PriceBreakdown } from "../../components/price-breakdown.tsx";
import { Problem } from "../../components/problem.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { BookingMark, BookingPrice } from "./bookings-page.tsx";
import { useBooking, useBookingActions, useCancellationQuote } from "./data.ts";
import { FlightLines } from "./flight-lines.tsx";

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
            actions={booking.status === "confirmed" && <CancelButton booking={booking} />}
          />
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

function factsOf(booking: Booking): [string, React.ReactNode][] {
  const { refund } = booking;
  return [
    ["Status", <BookingMark key="status" {...booking} />],
    ["Id", <CopyableId key="id" id={booking.id} contentName="booking id" />],
    ["Your reference", booking.clientReference ?? "None"],
    [
      "Travelers",
      <ul key="travelers">
        {booking.travelers.map(({ type, givenName, familyName, bornOn }, at) => (
          <li key={`${at} ${givenName}`} className="wrap-anywhere">
            {givenName} {familyName}, {type}, born {bornOn}
          </li>
        ))}
      </ul>,
    ],
    ["Contact", `${booking.contact.email}, ${booking.contact.phone}`],
    ["Booked", <Time key="booked" at={booking.createdAt} />],
    ...(booking.cancelledAt === null
      ? []
      : ([["Cancelled", <Time key="cancelled" at={booking.cancelledAt} />]] satisfies [string, React.ReactNode][])),
    ...(refund === null
      ? []
      : ([["Refund", <RefundText key="refund" refund={refund} />]] satisfies [string, React.ReactNode][])),
    [
      "Events",
      <TextLink key="events" to="/events">
        Events of this environment
      </TextLink>,
    ],
  ];
}

function BookedPrice({ booking }: { booking: Booking }) {
  const offer = [...booking.flight.cash, ...booking.flight.award].find(({ id }) => id === booking.offerId);
  return offer === undefined ? <BookingPrice {...booking} /> : <PriceBreakdown offer={offer} />;
}

function RefundText({ refund: { money, miles, rule } }: { refund: NonNullable<Booking["refund"]> }) {
  return (
    <span>
      {miles !== null && (
        <>
          <Miles miles={miles} /> +{" "}
        </>
      )}
      <Money value={money} />. {rule}
    </span>
  );
}

function CancelButton({ booking }: { booking: Booking }) {
  const [isOpen, setOpen] = useState(false);
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
      onSuccess: () => {
        toast(`Cancelled ${booking.reference}`);
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
