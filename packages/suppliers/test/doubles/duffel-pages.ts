import { readOffers } from "../recorded.ts";

type Offer = Record<string, unknown>;

/** Sorts as Duffel does; offers of one price have any order, which differs between the directions. */
export function sortOffers(offers: readonly Offer[], sort: string | null): Offer[] {
  if (sort === null || sort.endsWith("total_duration")) return [...offers];
  const sign = sort.startsWith("-") ? -1 : 1;
  return offers.toSorted((a, b) => sign * (Number(a.total_amount) - Number(b.total_amount)));
}

/**
 * Makes different offers of a recorded one of a realistic size: 30 departures, 20 arrivals and 5 brands at several prices each.
 *
 * @param bytes size of each offer as JSON, at least that of the recorded one
 */
export function makeManyOffers(count: number, bytes = 0): Offer[] {
  const [recorded = {}] = readOffers("duffel/offer-request-test-mode.json");
  const text = JSON.stringify(recorded);
  const padding = "x".repeat(Math.max(0, bytes - text.length - 100));
  return Array.from({ length: count }, (_, at) => {
    const [number, price] = [at % 600, 100 + ((at * 7919) % 3000)];
    const offer: Offer = JSON.parse(
      text.replaceAll(
        /"(marketing|operating)_carrier_flight_number":"\d+"/g,
        `"$1_carrier_flight_number":"${number + 1}"`,
      ),
    );
    const amounts = {
      total_amount: `${price}.50`,
      base_amount: null,
      tax_amount: null,
      expires_at: "2030-01-01T00:00:00Z",
    };
    return { ...offer, ...amounts, id: `off_${at}`, ...(padding !== "" && { padding }) };
  });
}
