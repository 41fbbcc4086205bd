import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Contact, NormalizedRequest, Offer, OfferResponse, Traveler } from "@wayfare/sdk";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatMiles, formatMoney } from "../../components/money-format.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { PriceBreakdown } from "../../components/price-breakdown.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { toast } from "../../components/toast.tsx";
import { readText } from "../../data/form-text.ts";
import { changedOfferOf, useBookingActions, useOffer } from "./data.ts";
import { FlightLines } from "./flight-lines.tsx";

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

interface Given {
  travelers: Traveler[];
  contact: Contact;
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

interface TravelersFormProps {
  request: NormalizedRequest;
  given: Given | null;
  onSubmit: (given: Given) => void;
}

function TravelersForm({ request, given, onSubmit }: TravelersFormProps) {
  const types = listTypes(request);
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(readGiven(new FormData(event.currentTarget), types));
      }}
    >
      {types.map((type, at) => (
        <fieldset key={`${at} ${type}`} className="flex flex-col gap-4">
          <legend className="pb-2 text-14 font-semibold">
            Traveler {at + 1}, {type}
          </legend>
          <div className="grid gap-4 wide:grid-cols-2">
            <TextField
              label="Given names"
              name={`givenName${at}`}
              defaultValue={given?.travelers[at]?.givenName}
              required
              maxLength={100}
            />
            <TextField
              label="Family name"
              name={`familyName${at}`}
              defaultValue={given?.travelers[at]?.familyName}
              required
              maxLength={100}
            />
            <TextField
              label="Date of birth"
              name={`bornOn${at}`}
              type="date"
              min="1900-01-01"
              max={request.departureDate}
              defaultValue={given?.travelers[at]?.bornOn}
              required
            />
          </div>
        </fieldset>
      ))}
      <fieldset className="flex flex-col gap-4">
        <legend className="pb-2 text-14 font-semibold">Contact</legend>
        <div className="grid gap-4 wide:grid-cols-2">
          <TextField label="Email" name="email" type="email" defaultValue={given?.contact.email} required />
          <TextField
            label="Phone"
            name="phone"
            type="tel"
            placeholder="+442079460123"
            defaultValue={given?.contact.phone}
            required
            hint="With the country code."
          />
        </div>
      </fieldset>
      <div>
        <Button kind="primary" type="submit">
          Review
        </Button>
      </div>
    </form>
  );
}

function listTypes({ travelers }: NormalizedRequest): Traveler["type"][] {
  const { adults, children, infants } = travelers;
  return [
    ...Array.from({ length: adults }, () => "adult" as const),
    ...Array.from({ length: children }, () => "child" as const),
    ...Array.from({ length: infants }, () => "infant" as const),
  ];
}

function readGiven(form: FormData, types: readonly Traveler["type"][]): Given {
  return {
    travelers: types.map((type, at) => ({
      type,
      givenName: readText(form, `givenName${at}`).trim(),
      familyName: readText(form, `familyName${at}`).trim(),
      bornOn: readText(form, `bornOn${at}`),
    })),
    contact: { email: readText(form, "email").trim(), phone: readText(form, "phone").replaceAll(/[\s()-]/g, "") },
  };
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
  const changed = changedOfferOf(create.error);
  const book = () =>
    create.mutate(
      { booking: { offerId: offer.id, ...given }, key: idempotencyKey },
      {
        onSuccess: ({ id, reference }) => {
          toast(`Booked ${reference}`);
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
      <ActionProblem error={create.error} />
      {changed !== null && (
        <p>
          <TextLink to="/book/$offerId" params={{ offerId: changed }}>
            Review the current offer
          </TextLink>
        </p>
      )}
      <RequireScope scopes={["flights.book"]} action="book flights">
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" busy={create.isPending} onClick={book}>
            Book for {priceOf(offer)}
          </Button>
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
