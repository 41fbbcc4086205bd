/** Instant of the tests. */
export const testNowMs = Date.UTC(2027, 0, 10, 12);

const place = (code: string, zone: string) => ({ type: "airport", iata_code: code, time_zone: zone });

/** An offer from JFK to LHR on 10 February 2027 and back on 20 February, for an adult, a child of 11 and an infant of 1. */
export function sampleOffer(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const segment = (from: [string, string], to: [string, string], day: string) => ({
    id: `seg_${from[0]}`,
    origin: place(...from),
    destination: place(...to),
    departing_at: `${day}T18:30:00`,
    arriving_at: `${day}T23:30:00`,
    marketing_carrier: { iata_code: "BA" },
    marketing_carrier_flight_number: "178",
    operating_carrier: { iata_code: "BA" },
    operating_carrier_flight_number: "178",
    passengers: [{ passenger_id: "pas_adult", cabin_class: "economy" }],
  });
  const [jfk, lhr]: [[string, string], [string, string]] = [
    ["JFK", "America/New_York"],
    ["LHR", "Europe/London"],
  ];
  return {
    id: "off_1",
    live_mode: true,
    expires_at: new Date(testNowMs + 1_800_000).toISOString(),
    total_amount: "500.00",
    total_currency: "GBP",
    owner: { iata_code: "BA", name: "British Airways" },
    passengers: [
      { id: "pas_adult", type: "adult", age: null },
      { id: "pas_child", type: null, age: 11 },
      { id: "pas_infant", type: "infant_without_seat", age: 1 },
    ],
    passenger_identity_documents_required: false,
    supported_passenger_identity_document_types: ["passport"],
    slices: [
      { id: "sli_1", segments: [segment(jfk, lhr, "2027-02-10")] },
      { id: "sli_2", segments: [segment(lhr, jfk, "2027-02-20")] },
    ],
    ...changes,
  };
}

/** The passengers of an order of the sample offer, each with the changes of the same position. */
export function samplePassengers(...changes: Record<string, unknown>[]): Record<string, unknown>[] {
  const all = { family_name: "Lovelace", email: "ada@example.com", phone_number: "+442071234567" };
  const passengers = [
    {
      ...all,
      id: "pas_adult",
      given_name: "Ada",
      title: "ms",
      gender: "f",
      born_on: "1990-12-10",
      infant_passenger_id: "pas_infant",
    },
    { ...all, id: "pas_child", given_name: "Annabella", title: "miss", gender: "f", born_on: "2015-06-01" },
    { ...all, id: "pas_infant", given_name: "Byron", title: "mr", gender: "m", born_on: "2025-06-01" },
  ];
  return passengers.map((passenger, at) => ({ ...passenger, ...changes[at] }));
}

/** The body of an order request of the sample offer. */
export function sampleOrder(changes: Record<string, unknown> = {}) {
  return {
    data: {
      type: "instant",
      selected_offers: ["off_1"],
      payments: [{ type: "balance", amount: "500.00", currency: "GBP" }],
      passengers: samplePassengers(),
      metadata: { booking: "bkg_1" },
      ...changes,
    },
  };
}
