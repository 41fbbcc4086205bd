import { ConflictError, Wayfare } from "@wayfare/sdk";

const wayfare = new Wayfare({
  baseUrl: process.env.WAYFARE_URL ?? "http://localhost:8080",
  apiKey: process.env.WAYFARE_KEY ?? "",
});

const inTwoMonths = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const { scoreOptions } = await wayfare.search({ origin: "NYC", destination: "LON", departureDate: inTwoMonths });
for (const { rank, score, effectiveCost, reasons } of scoreOptions.slice(0, 3)) {
  console.log(`${rank}. ${effectiveCost.amount} ${effectiveCost.currency}, score ${score}: ${reasons.join("; ")}`);
}

const travelers = [{ type: "adult" as const, givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }];
const contact = { email: "ada@example.com", phone: "+442071234567" };
for (const { offerId } of scoreOptions) {
  try {
    const { reference, total } = await wayfare.bookings.create({ offerId, travelers, contact });
    console.log(`Booked ${reference} for ${total.amount} ${total.currency}`);
    break;
  } catch (error) {
    // The offer sold out or changed since the search. Try the next one.
    if (!(error instanceof ConflictError)) throw error;
  }
}

for await (const { reference, createdAt } of wayfare.bookings.list({ status: "confirmed" })) {
  console.log(`${reference}, created ${createdAt}`);
}
