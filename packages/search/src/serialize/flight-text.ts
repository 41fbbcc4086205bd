import { type Cabin, type Currency, type Flight, formatInstant, minorDigitsOf } from "@wayfare/contract";
import {
  type AwardOffer,
  type BookingRequirements,
  type CashOffer,
  type Charge,
  countStops,
  type Emissions,
  type FareSegment,
  type Layover,
  offerEndMs,
  type Segment,
  type Slice,
  type SuppliedFlight,
  statesOtherwise,
  type Tax,
  type TechnicalStop,
} from "@wayfare/suppliers";
import { cabinShareOf, durationMinutesOf, isMixedCabin, slackMinutesOf } from "../candidates/measures.ts";
import type { Candidate, Sourced } from "../candidates/merge.ts";
import { conditionsText } from "./conditions-text.ts";
import { listText, MoneyText, numberText, orNullText, stringText, zonedOrNullText } from "./json-text.ts";

/** Terms of a search that its flights depend on. */
export interface FlightTerms {
  currency: Currency;
  /** The requested cabin. */
  cabin: Cabin;
  /** Time of the search, RFC 3339. */
  searchedAt: string;
  /** Expiry of the offers, RFC 3339. */
  expiresAt: string;
}

/** Converts one candidate to its API form. */
export function toFlight(candidate: Candidate, terms: FlightTerms): Flight {
  const flight: Flight = JSON.parse(new FlightText(terms).flight(candidate));
  return flight;
}

/**
 * Writes flights as JSON text, the only definition of their format. Text instead of objects, because building and serializing the objects of
 * a response took three quarters of its time.
 */
export class FlightText {
  readonly #terms: FlightTerms;
  readonly #money: MoneyText;
  /** Members at the end of each offer that ends with its search. */
  readonly #expiry: string;
  readonly #expiresAtMs: number;
  readonly #searchedAt: string;
  /** Text of each slice, because round trips share slices. */
  readonly #slices = new Map<Slice, string>();

  constructor(terms: FlightTerms) {
    this.#terms = terms;
    this.#money = new MoneyText(terms.currency);
    this.#expiry = expiryText(terms.expiresAt);
    this.#expiresAtMs = Date.parse(terms.expiresAt);
    this.#searchedAt = stringText(terms.searchedAt);
  }

  flight({ id, flight, cash, award }: Candidate): string {
    const { slices, emissions } = flight;
    return (
      `{"id":"${id}","slices":${listText(slices, (slice) => this.#slice(slice))}` +
      `,"cash":${listText(cash, (offer) => this.#cash(offer, flight))}` +
      `,"award":${listText(award, (offer) => this.#award(offer, flight))}` +
      `,"emissions":${orNullText(emissions, emissionsText)}}`
    );
  }

  #slice(slice: Slice): string {
    const known = this.#slices.get(slice);
    if (known !== undefined) return known;
    const text = sliceText(slice);
    this.#slices.set(slice, text);
    return text;
  }

  #cash(sourced: Sourced<CashOffer>, flight: SuppliedFlight): string {
    const { offer } = sourced;
    const { currency } = offer;
    return (
      `{${this.#shared("cash", sourced, flight)}` +
      `,"total":${this.#money.money(offer.total, currency)},"base":${this.#amount(offer.base, currency)}` +
      `,"taxes":${this.#taxes(offer.taxes, currency)},"surcharges":${this.#charges(offer.surcharges, currency)}` +
      (offer.margin === undefined ? "" : `,"margin":${this.#money.money(offer.margin, currency)}`) +
      this.#tickets(offer) +
      this.#bags(offer) +
      `,"perTraveler":${listText(offer.perTraveler, ({ type, count, total }) => `{"type":"${type}","count":${numberText(count)},"total":${this.#amount(total, currency)}}`)}` +
      `,"fareBrand":${orNullText(offer.fareBrand, stringText)},"cabin":"${offer.cabin}"` +
      `,"segments":${listText(offer.segments, fareSegmentText)},"seatsRemaining":${orNullText(offer.seatsRemaining, numberText)}` +
      `,"refundable":${offer.refundable},"changeable":${offer.changeable}` +
      `,"validatingCarrier":${orNullText(offer.validatingCarrier, stringText)},"verified":${offer.verified ?? null}` +
      `,"observedAt":${offer.observedAtMs === undefined ? this.#searchedAt : `"${formatInstant(offer.observedAtMs)}"`}${this.#expiryOf(sourced, flight)}`
    );
  }

  #tickets({ tickets, currency }: CashOffer): string {
    if (tickets === undefined) return "";
    return `,"tickets":${listText(
      tickets,
      ({ validatingCarrier, fareBrand, segments, total }) =>
        `{"validatingCarrier":${stringText(validatingCarrier)},"fareBrand":${stringText(fareBrand)}` +
        `,"segments":${numberText(segments)},"total":${this.#money.money(total, currency)}}`,
    )}`;
  }

  #bags({ bagFees, total, currency }: CashOffer): string {
    if (bagFees === undefined) return "";
    const withBags = bagFees === null ? null : total + bagFees;
    return `,"bagFees":${this.#amount(bagFees, currency)},"totalWithBags":${this.#amount(withBags, currency)}`;
  }

  #award(sourced: Sourced<AwardOffer>, flight: SuppliedFlight): string {
    const { offer } = sourced;
    const { chart, currency } = offer;
    return (
      `{${this.#shared("award", sourced, flight)}` +
      `,"program":${stringText(offer.program)},"miles":${numberText(offer.miles)}${this.#awardTickets(offer)}` +
      `,"perTraveler":${listText(offer.perTraveler, ({ type, count, miles, total }) => `{"type":"${type}","count":${numberText(count)},"miles":${numberText(miles)},"total":${this.#amount(total, currency)}}`)}` +
      `,"total":${this.#amount(offer.total, currency)},"taxes":${this.#taxes(offer.taxes, currency)}` +
      `,"surcharges":${this.#charges(offer.surcharges, currency)},"fees":${this.#charges(offer.fees, currency)}` +
      `,"cabin":"${offer.cabin}","level":${orNullText(offer.level, stringText)}` +
      `,"chart":${chart === null ? "null" : `{"name":${stringText(chart.name)},"band":${stringText(chart.band)},"basis":"${chart.basis}"}`}` +
      `,"seatsRemaining":${orNullText(offer.seatsRemaining, numberText)}` +
      `,"centsPerPoint":${centsPerPointText(sourced, this.#terms.currency)}` +
      `,"observedAt":"${formatInstant(offer.observedAtMs)}","confidence":${numberText(offer.confidence)}${this.#expiryOf(sourced, flight)}`
    );
  }

  #awardTickets({ tickets, currency: ofOffer }: AwardOffer): string {
    if (tickets === undefined) return "";
    return `,"tickets":${listText(
      tickets,
      ({ segments, miles, total, currency = ofOffer, seatsRemaining, bookingLink }) =>
        `{"segments":${numberText(segments)},"miles":${numberText(miles)},"total":${this.#amount(total, currency)}` +
        `,"seatsRemaining":${orNullText(seatsRemaining, numberText)}` +
        `,"bookingLink":${bookingLink === undefined ? "null" : stringText(bookingLink)}}`,
    )}`;
  }

  /** Members of every kind of offer. */
  #shared(
    kind: "cash" | "award",
    { id, source, offer, flight: own }: Sourced<CashOffer | AwardOffer>,
    flight: SuppliedFlight,
  ): string {
    const { cabin } = this.#terms;
    const mixedCabin = isMixedCabin(offer, cabin);
    return (
      `"id":"${id}","kind":"${kind}","source":${stringText(source)}${this.#ownSlices(own, flight)},"mixedCabin":${mixedCabin}` +
      `,"cabinShare":${mixedCabin ? orNullText(cabinShareOf(offer, flight, cabin), numberText) : "1"}` +
      `,"separateTickets":${offer.separateTickets === true}` +
      `,"bookingLink":${offer.bookingLink === undefined ? "null" : stringText(offer.bookingLink)}` +
      `,"conditions":${conditionsText(offer.conditions, this.#money, offer.currency)}` +
      `,"requires":${requirementsText(offer.requires)}`
    );
  }

  /** The slices of an offer, if its supplier states them otherwise than the flight that it is joined to. */
  #ownSlices(own: SuppliedFlight | undefined, flight: SuppliedFlight): string {
    if (own === undefined || !statesOtherwise(own, flight)) return "";
    return `,"slices":${listText(own.slices, (slice) => this.#slice(slice))}`;
  }

  /** An offer ends with its search, or by itself before: at the latest at the departure that its own supplier states. */
  #expiryOf({ offer, flight: own }: Sourced<CashOffer | AwardOffer>, flight: SuppliedFlight): string {
    const endMs = offerEndMs(offer, own ?? flight);
    return endMs < this.#expiresAtMs ? expiryText(formatInstant(endMs)) : this.#expiry;
  }

  #amount(amount: number | null, currency: Currency | undefined): string {
    return amount === null ? "null" : this.#money.money(amount, currency);
  }

  #taxes(taxes: readonly Tax[] | null, currency: Currency | undefined): string {
    if (taxes === null) return "null";
    return listText(
      taxes,
      ({ code, amount, basis = null, validUntil = null }) =>
        `{"code":${orNullText(code, stringText)},"amount":${this.#money.money(amount, currency)}` +
        `,"basis":${orNullText(basis, stringText)},"validUntil":${orNullText(validUntil, stringText)}}`,
    );
  }

  #charges(charges: readonly Charge[] | null, currency: Currency | undefined): string {
    if (charges === null) return "null";
    return listText(
      charges,
      ({ code, amount }) => `{"code":${orNullText(code, stringText)},"amount":${this.#money.money(amount, currency)}}`,
    );
  }
}

function requirementsText(requires: BookingRequirements | undefined): string {
  if (requires === undefined) return "null";
  const { title, gender, identityDocument, ages = false } = requires;
  if (!title && !gender && !identityDocument && !ages) return "[]";
  const names = [title && '"title"', gender && '"gender"', identityDocument && '"document"', ages && '"ages"'];
  return `[${names.filter((name) => name !== false).join(",")}]`;
}

/** Writes the end of an offer. */
function expiryText(expiresAt: string): string {
  return `,"expiresAt":${stringText(expiresAt)}}`;
}

function emissionsText({ kgCO2ePerTraveler, typicalKg, method }: Emissions): string {
  return (
    `{"kgCO2ePerTraveler":${orNullText(kgCO2ePerTraveler, numberText)}` +
    `,"typicalKg":${orNullText(typicalKg, numberText)},"method":${stringText(method)}}`
  );
}

/** Converts slices of a supplier to their API form. */
export function toApiSlices(slices: readonly Slice[]): Flight["slices"] {
  const converted: Flight["slices"] = JSON.parse(listText(slices, sliceText));
  return converted;
}

function sliceText(slice: Slice): string {
  const { segments, layovers } = slice;
  const [first, last] = [segments[0], segments.at(-1)];
  return (
    `{"origin":${stringText(slice.origin)},"destination":${stringText(slice.destination)}` +
    `,"departureAt":${zonedOrNullText(first?.departure)}` +
    `,"arrivalAt":${zonedOrNullText(last?.arrival)}` +
    `,"durationMinutes":${numberText(durationMinutesOf(slice))},"stops":${countStops(slice)}` +
    `,"segments":${listText(segments, segmentText)},"layovers":${listText(layovers, layoverText)}}`
  );
}

function segmentText(segment: Segment): string {
  const { originTerminal, destinationTerminal, departure, arrival, stops = null } = segment;
  return (
    `{"marketingCarrier":${stringText(segment.marketingCarrier)},"operatingCarrier":${orNullText(segment.operatingCarrier, stringText)}` +
    `,"flightNumber":${stringText(segment.flightNumber)}${operatingNumberText(segment)},"aircraft":${orNullText(segment.aircraft, stringText)}` +
    `,"origin":${stringText(segment.origin)},"destination":${stringText(segment.destination)}` +
    (originTerminal === null ? "" : `,"originTerminal":${stringText(originTerminal)}`) +
    (destinationTerminal === null ? "" : `,"destinationTerminal":${stringText(destinationTerminal)}`) +
    `,"departureAt":${zonedOrNullText(departure)},"arrivalAt":${zonedOrNullText(arrival)}` +
    `,"durationMinutes":${departure && arrival ? numberText(arrival.epochMinutes - departure.epochMinutes) : "null"}` +
    `,"distanceKm":${segment.distanceKm === null ? "null" : numberText(Math.round(segment.distanceKm))}` +
    `,"stops":${stops === null ? "null" : listText(stops, stopText)}}`
  );
}

function operatingNumberText(segment: Segment): string {
  const { marketingCarrier, flightNumber, operatingCarrier, operatingFlightNumber } = segment;
  const isOwn = operatingCarrier === marketingCarrier && operatingFlightNumber === flightNumber;
  if (isOwn || operatingCarrier === null || operatingFlightNumber === null) return "";
  return `,"operatingFlightNumber":${stringText(operatingFlightNumber)}`;
}

function stopText({ airport, arrival, departure, durationMinutes }: TechnicalStop): string {
  return (
    `{"airport":${stringText(airport)},"arrivalAt":${zonedOrNullText(arrival)},"departureAt":${zonedOrNullText(departure)}` +
    `,"durationMinutes":${orNullText(durationMinutes, numberText)}}`
  );
}

function layoverText(layover: Layover): string {
  const { airport, durationMinutes, minimumMinutes, overnight, interline, airportChange, selfTransfer } = layover;
  return (
    `{"airport":${stringText(airport)},"durationMinutes":${orNullText(durationMinutes, numberText)}` +
    `,"minimumMinutes":${orNullText(minimumMinutes, numberText)},"slackMinutes":${orNullText(slackMinutesOf(layover), numberText)}` +
    `,"overnight":${overnight},"interline":${interline}${selfTransfer === true ? ',"selfTransfer":true' : ""},"airportChange":` +
    (airportChange === null
      ? "null}"
      : `{"from":${stringText(airportChange.from)},"to":${stringText(airportChange.to)}}}`)
  );
}

function fareSegmentText({ cabin, bookingClass, fareBasis, baggage }: FareSegment): string {
  return (
    `{"cabin":"${cabin}","bookingClass":${orNullText(bookingClass, stringText)},"fareBasis":${orNullText(fareBasis, stringText)}` +
    `,"baggage":{"carryOn":${orNullText(baggage.carryOn, numberText)},"checked":${orNullText(baggage.checked, numberText)}}}`
  );
}

/** Value per mile against the cheapest cash offer, in hundredths of the currency, to two decimals. */
function centsPerPointText(sourced: Sourced<AwardOffer>, currency: Currency): string {
  return orNullText(centsPerPointOf(sourced, currency), numberText);
}

/** Returns the value of an award in cents of the search's currency per mile; null if it is unknown. */
export function centsPerPointOf({ offer, price }: Sourced<AwardOffer>, currency: Currency): number | null {
  if (offer.cashEquivalent === null || price === null || offer.miles === 0) return null;
  const saved = offer.cashEquivalent - price;
  // One of the currencies has no exchange rate.
  if (!Number.isFinite(saved)) return null;
  const hundredths = (saved / 10 ** minorDigitsOf(currency)) * 100;
  return Math.round((hundredths / offer.miles) * 100) / 100;
}
