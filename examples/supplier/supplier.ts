/** Supplier over HTTP: verifies the signature of each request and answers searches with the flights of one timetable. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const secret = process.env.SUPPLIER_SECRET ?? "";
const maxAgeSeconds = 300;
const maxBodyBytes = 64 * 1024;
if (secret.length < 16) throw new Error("Set SUPPLIER_SECRET to the secret of this supplier in Wayfare.");

/** Daily flights from LHR to JFK in winter: number, departure, arrival and price in US dollars. */
const timetable = [
  ["901", "T09:15:00+00:00", "T12:20:00-05:00", 389],
  ["903", "T17:40:00+00:00", "T20:45:00-05:00", 455],
] as const;

type Query = Record<"origin" | "destination", { airports: string[] }> &
  Record<"departureDate" | "cabin", string> & { returnDate: string | null; includeCash: boolean } & {
    travelers: Record<"adults" | "children" | "infants", number>;
  };

function isSigned(header: string | undefined, body: string): boolean {
  const [, timestamp = "", signature = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= maxAgeSeconds;
  return signature !== "" && isFresh && timingSafeEqual(Buffer.from(signature, "hex"), expected);
}

function search({ origin, destination, departureDate, returnDate, cabin, includeCash, travelers }: Query) {
  const isServed = origin.airports.includes("LHR") && destination.airports.includes("JFK");
  if (!isServed || returnDate !== null || cabin !== "economy" || !includeCash) return [];
  return timetable.map(([flightNumber, departs, arrives, price]) => {
    const at = { departureAt: departureDate + departs, arrivalAt: departureDate + arrives };
    const segment = { marketingCarrier: "ZZ", flightNumber, origin: "LHR", destination: "JFK", ...at };
    const total = { amount: `${price * (travelers.adults + travelers.children)}.00`, currency: "USD" };
    const cash = { reference: flightNumber, total, cabin, segments: [{ cabin, baggage: { carryOn: 1 } }] };
    return { slices: [{ segments: [segment] }], cash: [cash] };
  });
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) if (body.length <= maxBodyBytes) body += chunk;
  const send = (status: number, answer: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  if (!isSigned(request.headers["wayfare-signature"]?.toString(), body)) send(401, { code: "wrong_signature" });
  else if (request.url === "/search") send(200, { flights: search(JSON.parse(body).query) });
  else send(404, { code: "not_found" });
}

const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
server.listen(Number(process.env.PORT ?? 4200), process.env.HOST ?? "127.0.0.1", () => {
  process.stdout.write(`listening: ${JSON.stringify(server.address())}\n`);
});
