import { readOffers } from "../recorded.ts";
import { membersOf } from "./supplier-double.ts";

const place = (code: string, zone: string, city: string) => ({
  type: "airport",
  iata_code: code,
  iata_city_code: city,
  time_zone: zone,
});

/** A recorded offer of one traveler, moved to AA 100 from JFK to LHR on 10 February 2027, the day of the recorded awards. */
export function makeOffer(amount: string, brand: string): Record<string, unknown> {
  const [offer = {}] = readOffers("duffel/offer-request-test-mode.json");
  const [slice] = Array.isArray(offer.slices) ? offer.slices.map(membersOf) : [];
  const segment = {
    ...(Array.isArray(slice?.segments) ? membersOf(slice.segments[0]) : {}),
    origin: place("JFK", "America/New_York", "NYC"),
    destination: place("LHR", "Europe/London", "LON"),
    departing_at: "2027-02-10T18:35:00",
    arriving_at: "2027-02-11T06:30:00",
    marketing_carrier: { iata_code: "BA" },
    marketing_carrier_flight_number: "1511",
    operating_carrier: { iata_code: "AA" },
    operating_carrier_flight_number: "100",
  };
  const money = { total_amount: amount, total_currency: "USD", base_amount: null, tax_amount: null };
  const slices = [{ fare_brand_name: brand, segments: [segment] }];
  const passengers = [{ id: "pas_1", type: "adult" }];
  return { ...offer, ...money, passengers, id: `off_${brand}`, expires_at: "2026-12-31T00:00:00Z", slices };
}
