import type { RunningService } from "../running-service.ts";

const dayMs = 86_400_000;
const departureDate = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);

/** Books the first cash offer of a search through the API with a key. */
export async function book(service: RunningService): Promise<void> {
  const search = { origin: "JFK", destination: "LIS", departureDate, travelers: { adults: 1 } };
  const [, offerId] = /"(off_[0-9a-z_]+)"/.exec(await post(service, "/v1/search", search)) ?? [];
  await post(service, "/v1/bookings", {
    offerId,
    travelers: [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }],
    contact: { email: "ada@example.com", phone: "+442071234567" },
  });
}

async function post({ url, key }: RunningService, path: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
  return text;
}
