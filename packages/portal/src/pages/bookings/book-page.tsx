import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { NormalizedRequest, Offer, OfferResponse } from "@wayfare/sdk";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { ConditionsList } from "../../components/conditions-list.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatMiles, formatMoney } from "../../components/money-format.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { PriceBreakdown } from "../../components/price-breakdown.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { toast } from "../../components/toast.tsx";
import { changeOf, useBookingActions, useOffer } from "./data.ts";
import { FlightLines } from "./flight-lines.tsx";
import { type Given, TravelersForm } from "./travelers-form.tsx";

const route = getRouteApi("/shell/book/$offerId");

/** Page that books an offer: travelers, then a review with the price, then the booking. */
export function BookPage() {
  const { offerId } = route.useParams();
  const query = useOffer(offerId);
  return (
    <Loaded query={query} label="offer" head={<Header />}>
      {(found) => (
        <>
          <Header />
          <OfferState found={found} />
          {found.offer !== null && found.flight !== null && (
            <Booker key={found.offer.id} offer={found.offer} flight={found.flight} request={found.request} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Header() {
  return <PageHeader title="Book a flight" above={<TextLink to="/flights">Flight explorer</TextLink>} />;
}

const ended = {
  sold_out: "This flight is sold out.",
  expired: "This offer has expired. Search again for current prices.",
};

function OfferState({ found: { status } }: { found: OfferResponse }) {
  if (status === "changed") {
    return (
      <p role="status" className="pb-4 text-caution">
        The price or terms have changed since the search. This is the current offer.
      </p>
    );
  }
  if (status === "available") return null;
  return <p role="status">{ended[status]}</p>;
}

interface BookerProps {
  offer: Offer;
  flight: NonNullable<OfferResponse["flight"]>;
  request: NormalizedRequest;
}

function Booker({ offer, flight, request }: BookerProps) {
  const [given, setGiven] = useState<Given | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  // The same in every attempt at this offer: it is booked once, also if a response was lost and the travelers were changed.
  const [key] = useState(() => crypto.randomUUID());
  return (
    <div className="grid gap-8 broad:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="min-w-0">
        {given !== null && isReviewing ? (
          <Review offer={offer} given={given} idempotencyKey={key} onBack={() => setReviewing(false)} />
        ) : (
          <TravelersForm
            request={request}
            requires={offer.requires ?? []}
            given={given}
            onSubmit={(entered) => {
              setGiven(entered);
              setReviewing(true);
            }}
          />
        )}
      </div>
      <section aria-label="Offer" className="flex min-w-0 flex-col gap-4">
        <FlightLines flight={flight} />
        <PriceBreakdown offer={offer} />
      </section>
    </div>
  );
}

interface ReviewProps {
  offer: Offer;
  given: Given;
  idempotencyKey: string;
  onBack: () => void;
}

function Review({ offer, given, idempotencyKey, onBack }: ReviewProps) {
  const { create } = useBookingActions();
  const navigate = useNavigate();
  const changed = changeOf(create.error);
  const book = (offerId: string, key: string) =>
    create.mutate(
      { booking: { offerId, ...given }, key },
      {
        onSuccess: ({ id, reference, status }) => {
          toast(status === "pending" ? `Ordered ${reference}` : `Booked ${reference}`);
          void navigate({ to: "/bookings/$id", params: { id } });
        },
      },
    );
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-16 font-semibold">Review</h2>
      <ul className="flex flex-col gap-1">
        {given.travelers.map(({ type, givenName, familyName, bornOn }, at) => (
          <li key={`${at} ${givenName}`} className="wrap-anywhere">
            {givenName} {familyName}, {type}, born {bornOn}
          </li>
        ))}
        <li className="wrap-anywhere">
          {given.contact.email}, {given.contact.phone}
        </li>
      </ul>
      {changed === null && <ActionProblem error={create.error} />}
      {changed !== null && (
        <p role="alert" className="text-caution">
          The price is now {priceOf(changed.offer)} instead of {priceOf(offer)}. Nothing was booked.
        </p>
      )}
      <section aria-label="Conditions" className="text-ink-2">
        <ConditionsList conditions={(changed?.offer ?? offer).conditions} />
      </section>
      <RequireScope scopes={["flights.book"]} action="book flights">
        <div className="flex flex-wrap gap-3">
          {changed === null ? (
            <Button kind="primary" busy={create.isPending} onClick={() => book(offer.id, idempotencyKey)}>
              Book for {priceOf(offer)}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={create.isPending}
              onClick={() => book(changed.offer.id, `${idempotencyKey} ${changed.offer.id}`.replaceAll(" ", "-"))}
            >
              Book for {priceOf(changed.offer)}
            </Button>
          )}
          <Button onClick={onBack}>Change travelers</Button>
        </div>
      </RequireScope>
    </div>
  );
}

/** Price as text, because the colors of miles have too little contrast on a button. */
function priceOf(offer: Offer): string {
  const money = offer.total === null ? "unknown taxes" : formatMoney(offer.total);
  return offer.kind === "cash" ? money : `${formatMiles(offer.miles)} + ${money}`;
}
