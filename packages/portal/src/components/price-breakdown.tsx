import type { AwardOffer, CashOffer, Charge, Offer, Tax } from "@wayfare/sdk";
import { Fragment, type ReactNode } from "react";
import { ConditionsList } from "./conditions-list.tsx";
import { Facts } from "./figures.tsx";
import { Miles, Money } from "./money.tsx";
import { PlainLink } from "./text-link.tsx";

/** Price of an offer with base fare, taxes, surcharges, fees and rules. */
export function PriceBreakdown({ offer }: { offer: Offer }) {
  return <Facts facts={offer.kind === "cash" ? cashFacts(offer) : awardFacts(offer)} />;
}

type Fact = [name: string, value: ReactNode];

function cashFacts(offer: CashOffer): Fact[] {
  return [
    ["Fare", `${offer.fareBrand ?? "Fare"}, ${offer.cabin.replaceAll("_", " ")}`],
    ["Base fare", offer.base === null ? "Not stated" : <Money key="base" value={offer.base} />],
    ...taxFacts(offer.taxes),
    ...chargeFacts(["Surcharge", "Surcharges"], offer.surcharges),
    ...(offer.margin === undefined ? [] : [["Margin", <Money key="margin" value={offer.margin} />] satisfies Fact]),
    ...travelerFacts(offer),
    ...ticketFacts(offer),
    ["Total", <Total key="total" offer={offer} />],
    ...(offer.verified === false ? [["Price", "Not yet verified"] satisfies Fact] : []),
    ...bagFacts(offer),
    ["Bags", describeBags(offer)],
    conditionsFact(offer),
  ];
}

function awardFacts(offer: AwardOffer): Fact[] {
  return [
    ["Program", offer.program],
    ["Miles", <Miles key="miles" miles={offer.miles} />],
    ...taxFacts(offer.taxes),
    ...chargeFacts(["Surcharge", "Surcharges"], offer.surcharges),
    ...chargeFacts(["Fee", "Fees"], offer.fees),
    ...awardTicketFacts(offer),
    ["Total", <Total key="total" offer={offer} />],
    conditionsFact(offer),
  ];
}

function conditionsFact({ conditions }: Offer): Fact {
  return ["Conditions", <ConditionsList key="conditions" conditions={conditions} />];
}

/** Price of each ticket of a connection on separate tickets. */
function ticketFacts({ tickets = [] }: CashOffer): Fact[] {
  return tickets.map(({ validatingCarrier, total }, at) => [
    `Ticket ${at + 1}, ${validatingCarrier}`,
    <Money key={`ticket ${at}`} value={total} />,
  ]);
}

/** Price and booking page of each ticket of an award that is booked as several. */
function awardTicketFacts({ tickets = [] }: AwardOffer): Fact[] {
  return tickets.map(({ miles, total, bookingLink }, at) => [
    `Ticket ${at + 1}`,
    <Fragment key={`ticket ${at}`}>
      <Miles miles={miles} />
      {total !== null && (
        <>
          {" + "}
          <Money value={total} />
        </>
      )}
      {bookingLink?.startsWith("https://") === true && (
        <>
          {" · "}
          <PlainLink href={bookingLink} target="_blank" rel="noreferrer">
            Seller’s page
          </PlainLink>
        </>
      )}
    </Fragment>,
  ]);
}

/** Estimated fees of the requested bags, which the offer does not include. */
function bagFacts({ bagFees, totalWithBags }: CashOffer): Fact[] {
  if (bagFees === undefined || totalWithBags === undefined) return [];
  if (bagFees === null || totalWithBags === null) return [["Fees for bags", "Not stated"]];
  return [
    ["Fees for bags (estimate)", <Money key="bags" value={bagFees} />],
    ["Total with bags", <Money key="withBags" value={totalWithBags} />],
  ];
}

/** Shares of the travelers, if there is more than one type of traveler or more than one traveler. */
function travelerFacts({ perTraveler }: CashOffer): Fact[] {
  if (perTraveler === null || perTraveler.reduce((sum, { count }) => sum + count, 0) === 1) return [];
  return perTraveler.map(({ type, count, total }, at) => [
    `${count} ${(count === 1 ? singulars[type] : plurals[type]) ?? type}${isRepeated(perTraveler, at) ? ", other taxes" : ""}`,
    total === null ? "Not stated" : <Money key={`${type} ${at}`} value={total} />,
  ]);
}

/** A type has a second row if some of its travelers pay other taxes. */
function isRepeated(perTraveler: CashOffer["perTraveler"], at: number): boolean {
  return perTraveler[at - 1]?.type === perTraveler[at]?.type;
}

const singulars: Readonly<Record<string, string>> = { infant: "infant on a lap", infant_in_seat: "infant with a seat" };
const plurals: Readonly<Record<string, string>> = {
  adult: "adults",
  youth: "youths",
  child: "children",
  infant: "infants on a lap",
  infant_in_seat: "infants with a seat",
};

/** Total price of an offer, in money or in miles and money. */
function Total({ offer }: { offer: Offer }) {
  const money = offer.total === null ? "unknown taxes" : <Money value={offer.total} />;
  if (offer.kind === "cash") return money;
  return (
    <span>
      <Miles miles={offer.miles} /> + {money}
    </span>
  );
}

function taxFacts(taxes: readonly Tax[] | null): Fact[] {
  if (taxes === null) return [["Taxes", "Not stated"]];
  return taxes.map((tax, at) => [
    taxName(tax),
    <Fragment key={`tax ${at}`}>
      <Money value={tax.amount} />
      {tax.basis !== null && <span className="text-12 text-ink-3"> {describeBasis(tax)}</span>}
    </Fragment>,
  ]);
}

function taxName({ code, basis }: Tax): string {
  if (code !== null) return `Tax ${code}`;
  if (basis === null) return "Taxes";
  return basis === "modelled" ? "Modeled airport charge" : "Airport charge";
}

function describeBasis({ basis, validUntil }: Tax): string {
  const end = validUntil === null ? "" : `, rate until ${validUntil}`;
  return `${basis === "law" ? "by law" : basis}${end}`;
}

function chargeFacts([singular, plural]: readonly [string, string], charges: readonly Charge[] | null): Fact[] {
  if (charges === null) return [[plural, "Not stated"]];
  return charges.map(({ code, amount }, at) => [
    code === null ? plural : `${singular} ${code}`,
    <Money key={`${plural} ${at}`} value={amount} />,
  ]);
}

function describeBags({ segments }: CashOffer): string {
  const least = (counts: (number | null)[]) => (counts.includes(null) ? null : Math.min(...counts.map(Number)));
  const checked = least(segments.map(({ baggage }) => baggage.checked));
  const carryOn = least(segments.map(({ baggage }) => baggage.carryOn));
  return `${carryOn ?? "Unknown"} carry-on, ${checked ?? "unknown"} checked for each traveler`;
}
