import { type Cabin, type Currency, type Flight, formatInstant, minorDigitsOf } from "@wayfare/contract";
import type {
  AwardOffer,
  CashOffer,
  Charge,
  FareSegment,
  Layover,
  Segment,
  Slice,
  SuppliedFlight,
} from "@wayfare/suppliers";
import { cabinShareOf, durationMinutesOf, isMixedCabin } from "../candidates/measures.ts";
import type { Candidate, Sourced } from "../candidates/merge.ts";
import { listText, MoneyText, numberText, stringText, zonedText } from "./json-text.ts";

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
  /** Members at the end of each offer. */
  readonly #expiry: string;
  readonly #searchedAt: string;
  /** Text of each slice, because round trips share slices. */
  readonly #slices = new Map<Slice, string>();

  constructor(terms: FlightTerms) {
    this.#terms = terms;
    this.#money = new MoneyText(terms.currency);
    this.#expiry = `,"expiresAt":${stringText(terms.expiresAt)}}`;
    this.#searchedAt = stringText(terms.searchedAt);
  }

  flight({ id, flight, cash, award }: Candidate): string {
    const { slices, emissions } = flight;
    return (
      `{"id":"${id}","slices":${listText(slices, (slice) => this.#slice(slice))}` +
      `,"cash":${listText(cash, (offer) => this.#cash(offer, flight))}` +
      `,"award":${listText(award, (offer) => this.#award(offer, flight))}` +
      `,"emissions":{"kgCO2ePerTraveler":${numberText(emissions.kgCO2ePerTraveler)}` +
      `,"typicalKg":${numberText(emissions.typicalKg)},"method":${stringText(emissions.method)}}}`
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
    return (
      `{${this.#shared("cash", sourced, flight)}` +
      `,"total":${this.#money.money(offer.total)},"base":${this.#money.money(offer.base)}` +
      `,"taxes":${this.#charges(offer.taxes)},"surcharges":${this.#charges(offer.surcharges)}` +
      `,"perTraveler":${listText(offer.perTraveler, ({ type, count, total }) => `{"type":"${type}","count":${numberText(count)},"total":${this.#money.money(total)}}`)}` +
      `,"fareBrand":${stringText(offer.fareBrand)},"cabin":"${offer.cabin}"` +
      `,"segments":${listText(offer.segments, fareSegmentText)},"seatsRemaining":${numberText(offer.seatsRemaining)}` +
      `,"refundable":${offer.refundable},"changeable":${offer.changeable}` +
      `,"validatingCarrier":${stringText(offer.validatingCarrier)}` +
      `,"observedAt":${offer.observedAtMs === undefined ? this.#searchedAt : `"${formatInstant(offer.observedAtMs)}"`}${this.#expiry}`
    );
  }

  #award(sourced: Sourced<AwardOffer>, flight: SuppliedFlight): string {
    const { offer } = sourced;
    const { chart } = offer;
    return (
      `{${this.#shared("award", sourced, flight)}` +
      `,"program":${stringText(offer.program)},"miles":${numberText(offer.miles)}` +
      `,"perTraveler":${listText(offer.perTraveler, ({ type, count, miles, total }) => `{"type":"${type}","count":${numberText(count)},"miles":${numberText(miles)},"total":${this.#money.money(total)}}`)}` +
      `,"total":${this.#money.money(offer.total)},"taxes":${this.#charges(offer.taxes)}` +
      `,"surcharges":${this.#charges(offer.surcharges)},"fees":${this.#charges(offer.fees)}` +
      `,"cabin":"${offer.cabin}","level":"${offer.level}"` +
      `,"chart":${chart === null ? "null" : `{"name":${stringText(chart.name)},"band":${stringText(chart.band)},"basis":"${chart.basis}"}`}` +
      `,"seatsRemaining":${numberText(offer.seatsRemaining)}` +
      `,"centsPerPoint":${centsPerPointText(offer, this.#terms.currency)}` +
      `,"observedAt":"${formatInstant(offer.observedAtMs)}","confidence":${numberText(offer.confidence)}${this.#expiry}`
    );
  }

  /** Members of every kind of offer. */
  #shared(
    kind: "cash" | "award",
    { id, source, offer }: Sourced<CashOffer | AwardOffer>,
    flight: SuppliedFlight,
  ): string {
    const { cabin } = this.#terms;
    const mixedCabin = isMixedCabin(offer, cabin);
    return (
      `"id":"${id}","kind":"${kind}","source":${stringText(source)},"mixedCabin":${mixedCabin}` +
      `,"cabinShare":${mixedCabin ? numberText(cabinShareOf(offer, flight, cabin)) : "1"}` +
      `,"separateTickets":${offer.separateTickets === true}` +
      `,"bookingLink":${offer.bookingLink === undefined ? "null" : stringText(offer.bookingLink)}`
    );
  }

  #charges(charges: readonly Charge[]): string {
    return listText(
      charges,
      ({ code, amount }) => `{"code":${stringText(code)},"amount":${this.#money.money(amount)}}`,
    );
  }
}

function sliceText(slice: Slice): string {
  const { segments, layovers } = slice;
  const [first, last] = [segments[0], segments.at(-1)];
  return (
    `{"origin":${stringText(slice.origin)},"destination":${stringText(slice.destination)}` +
    `,"departureAt":${first === undefined ? '""' : zonedText(first.departure)}` +
    `,"arrivalAt":${last === undefined ? '""' : zonedText(last.arrival)}` +
    `,"durationMinutes":${numberText(durationMinutesOf(slice))},"stops":${segments.length - 1}` +
    `,"segments":${listText(segments, segmentText)},"layovers":${listText(layovers, layoverText)}}`
  );
}

function segmentText(segment: Segment): string {
  const { originTerminal, destinationTerminal, departure, arrival } = segment;
  return (
    `{"marketingCarrier":${stringText(segment.marketingCarrier)},"operatingCarrier":${stringText(segment.operatingCarrier)}` +
    `,"flightNumber":${stringText(segment.flightNumber)},"aircraft":${stringText(segment.aircraft)}` +
    `,"origin":${stringText(segment.origin)},"destination":${stringText(segment.destination)}` +
    (originTerminal === null ? "" : `,"originTerminal":${stringText(originTerminal)}`) +
    (destinationTerminal === null ? "" : `,"destinationTerminal":${stringText(destinationTerminal)}`) +
    `,"departureAt":${zonedText(departure)},"arrivalAt":${zonedText(arrival)}` +
    `,"durationMinutes":${numberText(arrival.epochMinutes - departure.epochMinutes)}` +
    `,"distanceKm":${numberText(Math.round(segment.distanceKm))}}`
  );
}

function layoverText({
  airport,
  durationMinutes,
  minimumMinutes,
  overnight,
  interline,
  airportChange,
}: Layover): string {
  return (
    `{"airport":${stringText(airport)},"durationMinutes":${numberText(durationMinutes)}` +
    `,"minimumMinutes":${numberText(minimumMinutes)},"slackMinutes":${numberText(durationMinutes - minimumMinutes)}` +
    `,"overnight":${overnight},"interline":${interline},"airportChange":` +
    (airportChange === null
      ? "null}"
      : `{"from":${stringText(airportChange.from)},"to":${stringText(airportChange.to)}}}`)
  );
}

function fareSegmentText({ cabin, bookingClass, fareBasis, baggage }: FareSegment): string {
  return (
    `{"cabin":"${cabin}","bookingClass":${stringText(bookingClass)},"fareBasis":${stringText(fareBasis)}` +
    `,"baggage":{"carryOn":${numberText(baggage.carryOn)},"checked":${numberText(baggage.checked)}}}`
  );
}

/** Value per mile against the cheapest cash offer, in hundredths of the currency, to two decimals. */
function centsPerPointText(offer: AwardOffer, currency: Currency): string {
  if (offer.cashEquivalent === null || offer.miles === 0) return "null";
  const hundredths = ((offer.cashEquivalent - offer.total) / 10 ** minorDigitsOf(currency)) * 100;
  return numberText(Math.round((hundredths / offer.miles) * 100) / 100);
}
