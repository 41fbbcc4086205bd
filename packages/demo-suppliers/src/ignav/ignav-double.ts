import {
  type DoubleAnswer,
  findUnknown,
  membersOf,
  type ReceivedRequest,
  SupplierDouble,
} from "../server/supplier-double.ts";

export interface IgnavDouble {
  double: SupplierDouble;
  itineraries: unknown[];
  /** Number of following searches that fail with 424. */
  failures: number;
}

const members = [
  "origin",
  "destination",
  "departure_date",
  "adults",
  "children",
  "infants_in_seat",
  "infants_on_lap",
  "cabin_class",
  "max_stops",
  "airlines_include",
  "airlines_exclude",
  "allow_self_transfer",
  "market",
];

/** Starts a double of Ignav's REST API, which refuses unknown members and city codes. */
export async function startIgnavDouble(itineraries: unknown[]): Promise<IgnavDouble> {
  const state = { itineraries, failures: 0 };
  const double = await SupplierDouble.start((request) => respond(request, state));
  return Object.assign(state, { double });
}

function respond(
  { method, path, headers, body }: ReceivedRequest,
  state: Omit<IgnavDouble, "double">,
): DoubleAnswer | string {
  if (!/^ign_key_\w+$/.test(String(headers["x-api-key"] ?? ""))) return "no key";
  if (method !== "POST") return `unknown method ${method}`;
  if (path === "/fares/booking-links") return bookingLinks(membersOf(body).ignav_id, state.itineraries);
  const isRoundTrip = path === "/fares/round-trip";
  if (!isRoundTrip && path !== "/fares/one-way") return `unknown route ${path}`;
  const fault = findUnknown(body, isRoundTrip ? [...members, "return_date"] : members);
  if (fault !== undefined) return fault;
  const { origin, destination, allow_self_transfer: transfer } = membersOf(body);
  if (transfer !== false) return "self transfers were not excluded";
  if (["LON", "NYC"].includes(String(origin)) || ["LON", "NYC"].includes(String(destination))) return "city code";
  if (state.failures > 0) {
    state.failures--;
    return failure(424, "upstream_failed");
  }
  return { body: JSON.stringify({ origin, destination, itineraries: state.itineraries }) };
}

function bookingLinks(id: unknown, itineraries: readonly unknown[]): DoubleAnswer {
  if (!itineraries.some((itinerary) => membersOf(itinerary).ignav_id === id)) return failure(404, "not_found");
  const url = `https://www.example.com/book/${String(id)}`;
  const links = [{ provider_name: "Example", provider_type: "airline", url }];
  return { body: JSON.stringify({ booking_options: [{ links }] }) };
}

function failure(status: number, code: string): DoubleAnswer {
  return { status, body: JSON.stringify({ error: { type: "error", code, message: "", field: null } }) };
}
