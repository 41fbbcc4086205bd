import type { AwardOffer, CashOffer, Dictionaries, Offer, ScoreOption } from "@wayfare/sdk";
import { capitalize } from "../../components/capitalize.ts";
import { Miles, Money } from "../../components/money.tsx";
import { PriceBreakdown } from "../../components/price-breakdown.tsx";
import { Badge } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { readLocalTime } from "../../data/local-time.ts";
import { useHasScope } from "../../data/session.ts";
import { labelName } from "./labels.ts";
import { OfferSource } from "./offer-source.tsx";
import type { RankedFlight } from "./ranked-flights.ts";

interface OfferRow {
  option: ScoreOption | undefined;
  name: string;
  terms: string;
  reasons: readonly string[];
  cash?: CashOffer;
  award?: AwardOffer;
}

const columns: readonly Column<OfferRow>[] = [
  {
    header: "Offer",
    cell: ({ name, terms, reasons, option, cash, award }) => (
      <div className="py-1">
        <p className="flex flex-wrap items-center gap-1.5 font-medium">
          {name}
          {option?.labels.map((label) => (
            <Badge key={label} tone={option.kind === "award" ? "award" : "accent"}>
              {labelName(label)}
            </Badge>
          ))}
        </p>
        <p className="text-12 text-ink-3">{terms}</p>
        <OwnSlices slices={(cash ?? award)?.slices} />
        {cash !== undefined && <OfferSource offer={cash} />}
        {award !== undefined && <OfferSource offer={award} />}
        {reasons.length > 0 && <p className="max-w-[68ch] text-12 text-ink-2">{reasons.join(" · ")}</p>}
        <Breakdown offer={cash ?? award} name={name} />
      </div>
    ),
  },
  {
    header: "Seats",
    cell: ({ cash, award }) => <Seats count={cash?.seatsRemaining ?? award?.seatsRemaining ?? null} />,
    align: "end",
    width: "w-16",
    secondary: true,
  },
  {
    header: "Score",
    cell: ({ option }) => <span className="font-mono">{option?.score.toFixed(1) ?? "—"}</span>,
    align: "end",
    width: "w-16",
  },
  { header: "Price", cell: (row) => <OfferPrice {...row} />, align: "end", width: "w-36" },
  { header: "Book", cell: (row) => <BookLink {...row} />, headerHidden: true, align: "end", width: "w-20" },
];

interface OffersProps {
  row: RankedFlight;
  dictionaries: Dictionaries;
  nameReason: (reason: string) => string;
}

/** Table of all cash and award offers of a flight, best first. */
export function Offers({ row, dictionaries, nameReason }: OffersProps) {
  const optionOf = (id: string) => row.options.find((option) => option.offerId === id);
  const reasonsOf = (id: string) => optionOf(id)?.reasons.map(nameReason) ?? [];
  const offers: OfferRow[] = [
    ...row.flight.cash.map((cash) => ({
      cash,
      option: optionOf(cash.id),
      reasons: reasonsOf(cash.id),
      name: cash.fareBrand ?? "Fare",
      terms: termsOfCash(cash),
    })),
    ...row.flight.award.map((award) => ({
      award,
      option: optionOf(award.id),
      reasons: reasonsOf(award.id),
      name: dictionaries.programs[award.program]?.name ?? award.program,
      terms: termsOfAward(award),
    })),
  ];
  const rankOf = ({ option }: OfferRow) => option?.rank ?? Number.MAX_SAFE_INTEGER;
  return (
    <Table
      caption="Offers of this flight"
      columns={columns}
      rows={offers.toSorted((left, right) => rankOf(left) - rankOf(right))}
      keyOf={({ cash, award }) => cash?.id ?? award?.id ?? ""}
    />
  );
}

/** The flights of an offer whose supplier states other numbers, times or stops than the flight shows. These are booked. */
function OwnSlices({ slices }: { slices: Offer["slices"] }) {
  if (slices === undefined) return null;
  return (
    <ul className="text-12 text-ink-2">
      {slices.map((slice) => (
        <li key={slice.departureAt}>
          This offer:{" "}
          {slice.segments.map((segment) => `${segment.marketingCarrier} ${segment.flightNumber}`).join(", ")},{" "}
          {readLocalTime(slice.departureAt).clock} – {readLocalTime(slice.arrivalAt).clock}
        </li>
      ))}
    </ul>
  );
}

/** Base fare, taxes, surcharges and rules of an offer, opened on demand. */
function Breakdown({ offer, name }: { offer: Offer | undefined; name: string }) {
  if (offer === undefined) return null;
  return (
    <details className="pt-1">
      <summary className="w-fit text-12 text-accent">
        Price and rules<span className="sr-only"> of {name}</span>
      </summary>
      <PriceBreakdown offer={offer} />
    </details>
  );
}

/** Link to book an offer here or at its seller. Offers of suppliers without either have none. */
function BookLink({ name, cash, award }: OfferRow) {
  const mayBook = useHasScope("flights.book");
  const offer = cash ?? award;
  if (offer === undefined) return null;
  if (offer.bookingLink !== null) {
    return (
      <a href={offer.bookingLink} rel="noreferrer" target="_blank" className="text-accent underline">
        Book<span className="sr-only"> {name} at the seller, in a new tab</span>
      </a>
    );
  }
  // Only suppliers that take orders state what they require of travelers.
  if (offer.requires === null || !mayBook) return null;
  return (
    <TextLink to="/book/$offerId" params={{ offerId: offer.id }}>
      Book<span className="sr-only"> {name}</span>
    </TextLink>
  );
}

function Seats({ count }: { count: number | null }) {
  if (count === null) return "—";
  return <span className={count <= 2 ? "text-caution" : ""}>{count >= 9 ? "9+" : `${count} left`}</span>;
}

function OfferPrice({ cash, award }: OfferRow) {
  if (cash !== undefined) return <Money value={cash.total} />;
  if (award === undefined) return null;
  return (
    <>
      <Miles miles={award.miles} />
      <span className="block text-12 text-ink-3">
        + {award.total === null ? "unknown taxes" : <Money value={award.total} />}
        {award.centsPerPoint !== null && ` · ${award.centsPerPoint.toFixed(2)} ¢/mi`}
      </span>
    </>
  );
}

function termsOfCash(offer: CashOffer): string {
  const classes = [...new Set(offer.segments.flatMap(({ bookingClass }) => bookingClass ?? []))];
  return [
    cabinsOf(offer),
    ...(classes.length === 0 ? [] : [`class ${classes.join(", ")}`]),
    ...stated(offer.refundable, "refundable", "not refundable"),
    ...stated(offer.changeable, "changeable", "no changes"),
    ...checkedBagsOf(offer),
    ...(offer.separateTickets ? ["separate tickets"] : []),
    ...(offer.verified === false ? ["price not yet verified"] : []),
  ].join(" · ");
}

/** Returns no text for a term that the supplier does not state. */
function stated(term: boolean | null, yes: string, no: string): string[] {
  return term === null ? [] : [term ? yes : no];
}

function checkedBagsOf({ segments }: CashOffer): string[] {
  const bags = segments.flatMap(({ baggage }) => baggage.checked ?? []);
  if (bags.length < segments.length || bags.length === 0) return [];
  const least = Math.min(...bags);
  return [least === 0 ? "no checked bag" : `${least} checked bag${least === 1 ? "" : "s"}`];
}

function termsOfAward(offer: AwardOffer): string {
  return [
    cabinsOf(offer),
    ...(offer.level === null ? [] : [offer.level]),
    ...(offer.chart === null ? [] : [`${offer.chart.name}, ${offer.chart.band} (${offer.chart.basis})`]),
  ].join(" · ");
}

function cabinsOf({ cabin, mixedCabin, cabinShare }: Offer): string {
  if (!mixedCabin) return cabinName(cabin);
  return cabinShare === null
    ? `mixed cabins, ${cabinName(cabin)}`
    : `${cabinName(cabin)} for ${Math.round(cabinShare * 100)}% of flight time`;
}

function cabinName(cabin: string): string {
  return capitalize(cabin.replaceAll("_", " "));
}
