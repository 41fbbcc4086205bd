import { expect, test } from "vitest";
import { shareApp } from "../access-app.ts";
import { type CallOptions, goodSearch } from "../running-app.ts";

const shared = shareApp("pglite");

const search = (changes: object): CallOptions => ({ body: { ...goodSearch, ...changes } });
const raw = (body: string, contentType = "application/json"): CallOptions => ({
  body,
  headers: { "content-type": contentType },
});

interface Row {
  call: CallOptions;
  status: number;
  code: string;
  pointer?: string;
  fault?: string;
  path?: string;
}

/** Expected errors by fault. */
const table: Record<string, Row> = {
  "travelers as a number": faulty({ travelers: 2 }, "/travelers", "TYPE"),
  "travelers as a list": faulty({ travelers: [] }, "/travelers", "TYPE"),
  "travelers as null": faulty({ travelers: null }, "/travelers", "TYPE"),
  "travelers without adults": faulty({ travelers: {} }, "/travelers/adults", "REQUIRED"),
  "no adult": faulty({ travelers: { adults: 0 } }, "/travelers/adults", "RANGE"),
  "ten adults": faulty({ travelers: { adults: 10 } }, "/travelers/adults", "RANGE"),
  "a fractional number of adults": faulty({ travelers: { adults: 1.5 } }, "/travelers/adults", "TYPE"),
  "adults as text": faulty({ travelers: { adults: "1" } }, "/travelers/adults", "TYPE"),
  "a traveler of another kind": faulty({ travelers: { adults: 1, pets: 1 } }, "/travelers/pets", "UNKNOWN_MEMBER"),
  "a mistyped member": faulty({ depatureDate: "2027-01-20" }, "/depatureDate", "UNKNOWN_MEMBER"),
  "a member with a slash": faulty({ "a/b~c": 1 }, "/a~1b~0c", "UNKNOWN_MEMBER"),
  "no origin": faulty({ origin: undefined }, "/origin", "REQUIRED"),
  "origin as a number": faulty({ origin: 1 }, "/origin", "TYPE"),
  "an origin of four letters": faulty({ origin: "KJFK" }, "/origin", "PATTERN"),
  "an empty origin": faulty({ origin: "" }, "/origin", "PATTERN"),
  "an origin with an unknown prefix": faulty({ origin: "metro:NYC" }, "/origin", "PATTERN"),
  "an origin without a kind": faulty({ origin: { code: "JFK" } }, "/origin/kind", "REQUIRED"),
  "an origin of another kind": faulty({ origin: { code: "JFK", kind: "train" } }, "/origin/kind", "ENUM"),
  "a day that does not exist": faulty({ departureDate: "2027-02-30" }, "/departureDate", "FORMAT"),
  "a day in another order": faulty({ departureDate: "20/01/2027" }, "/departureDate", "FORMAT"),
  "a day with a time": faulty({ departureDate: "2027-01-20T00:00:00Z" }, "/departureDate", "FORMAT"),
  "a return as an empty text": faulty({ returnDate: "" }, "/returnDate", "FORMAT"),
  "a return as a number": faulty({ returnDate: 20270127 }, "/returnDate", "TYPE"),
  "an unknown cabin": faulty({ cabin: "coach" }, "/cabin", "ENUM"),
  "includeCash as text": faulty({ includeCash: "true" }, "/includeCash", "TYPE"),
  "includeAward as null": faulty({ includeAward: null }, "/includeAward", "TYPE"),
  "three stops": faulty({ maxStops: 3 }, "/maxStops", "RANGE"),
  "a limit of zero": faulty({ limit: 0 }, "/limit", "RANGE"),
  "an unknown currency": faulty({ currency: "XXX" }, "/currency", "ENUM"),
  "no airlines": faulty({ airlines: [] }, "/airlines", "LENGTH"),
  "an airline by name": faulty({ airlines: ["BA", "Delta"] }, "/airlines/1", "PATTERN"),
  "a window without end": faulty({ departureTime: { from: "06:00" } }, "/departureTime/to", "REQUIRED"),
  "an hour that does not exist": faulty({ arrivalTime: { from: "06:00", to: "24:00" } }, "/arrivalTime/to", "PATTERN"),
  "a negative weight": faulty({ weights: { price: -1 } }, "/weights/price", "RANGE"),
  "an unknown weight": faulty({ weights: { prize: 1 } }, "/weights/prize", "UNKNOWN_MEMBER"),
  "a list as body": { call: raw("[]"), status: 400, code: "REQUEST_INVALID", pointer: "", fault: "TYPE" },
  "null as body": { call: raw("null"), status: 400, code: "REQUEST_INVALID", pointer: "", fault: "REQUIRED" },
  "text as body": { call: raw('"x"'), status: 400, code: "REQUEST_INVALID", pointer: "", fault: "TYPE" },
  "an empty body": { call: raw(""), status: 400, code: "REQUEST_INVALID", pointer: "", fault: "REQUIRED" },
  "a broken body": { call: raw('{"origin":'), status: 400, code: "JSON_INVALID" },
  "a trailing comma": { call: raw('{"origin":"JFK",}'), status: 400, code: "JSON_INVALID" },
  "a byte order mark": { call: raw("\uFEFF{}"), status: 400, code: "JSON_INVALID" },
  "a member twice": { call: raw('{"origin":"JFK","or\\u0069gin":"LHR"}'), status: 400, code: "JSON_INVALID" },
  "a prototype": { call: raw('{"travelers":{"__proto__":{"adults":1}}}'), status: 400, code: "JSON_INVALID" },
  NaN: { call: raw('{"limit":NaN}'), status: 400, code: "JSON_INVALID" },
  "another charset": {
    call: raw("{}", "application/json; charset=utf-16"),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
  },
  "a form": {
    call: raw("origin=JFK", "application/x-www-form-urlencoded"),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
  },
  "plain text": { call: raw("{}", "text/plain"), status: 415, code: "UNSUPPORTED_MEDIA_TYPE" },
  "a compressed body": {
    call: { body: goodSearch, headers: { "content-encoding": "gzip" } },
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
  },
  "a body too large": { call: raw(`{"origin":"${"J".repeat(300_000)}"}`), status: 413, code: "PAYLOAD_TOO_LARGE" },
  "deep nesting in place of a string": {
    call: raw(
      `{"origin":"JFK","destination":"LHR","departureDate":"2027-01-20","sort":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    ),
    status: 400,
    code: "REQUEST_INVALID",
    pointer: "/sort",
    fault: "TYPE",
  },
  "deep nesting as body": {
    call: raw("[".repeat(60_000) + "]".repeat(60_000)),
    status: 400,
    code: "REQUEST_INVALID",
    pointer: "",
    fault: "TYPE",
  },
  "a number that overflows": {
    call: raw('{"origin":"JFK","destination":"LHR","departureDate":"2027-01-20","limit":1e999}'),
    status: 400,
    code: "REQUEST_INVALID",
    pointer: "/limit",
    fault: "RANGE",
  },
  "an unsafe integer": faulty({ travelers: { adults: 2 ** 53 } }, "/travelers/adults", "RANGE"),
  "half a surrogate pair as a member": faulty({ "\ud800": 1 }, "/\uFFFD", "UNKNOWN_MEMBER"),
  "a NUL as a program": impossible({ programs: ["\0"] }, "/programs/0", "UNKNOWN_PROGRAM"),
  "an unknown program": impossible({ programs: ["avios", "pounds"] }, "/programs/1", "UNKNOWN_PROGRAM"),
  "a method of the prototype": faulty({ constructor: 1 }, "/constructor", "UNKNOWN_MEMBER"),
  "ten thousand airlines": faulty({ airlines: Array.from({ length: 10_000 }, () => "BA") }, "/airlines", "LENGTH"),
  "an unknown airport": impossible({ origin: "QQQ" }, "/origin", "UNKNOWN_PLACE"),
  "the same airport twice": impossible({ destination: "JFK" }, "/destination", "SAME_PLACE"),
  "two airports of a city": impossible({ destination: "EWR" }, "/destination", "SAME_PLACE"),
  "an unknown city": impossible({ origin: "city:JFK" }, "/origin", "UNKNOWN_PLACE"),
  "a city code as an airport": impossible({ origin: { code: "NYC", kind: "airport" } }, "/origin", "UNKNOWN_PLACE"),
  "an airport and its city": impossible({ origin: "NYC", destination: "JFK" }, "/destination", "SAME_PLACE"),
  yesterday: impossible({ departureDate: "2026-11-20" }, "/departureDate", "DATE_IN_PAST"),
  "yesterday at an origin far ahead": impossible(
    { origin: "AKL", departureDate: "2026-11-20" },
    "/departureDate",
    "DATE_IN_PAST",
  ),
  "beyond 330 days": impossible({ departureDate: "2027-10-18" }, "/departureDate", "BEYOND_HORIZON"),
  "a return beyond 330 days": impossible({ returnDate: "2027-10-18" }, "/returnDate", "BEYOND_HORIZON"),
  "a return before departure": impossible({ returnDate: "2027-01-19" }, "/returnDate", "RETURN_BEFORE_DEPARTURE"),
  "more infants than adults": impossible(
    { travelers: { adults: 1, infants: 2 } },
    "/travelers/infants",
    "TOO_MANY_INFANTS",
  ),
  "ten seats": impossible({ travelers: { adults: 6, children: 4 } }, "/travelers", "TOO_MANY_SEATS"),
  "neither cash nor award": impossible({ includeCash: false }, "/includeAward", "NOTHING_REQUESTED"),
  "an unknown path": { call: { body: {} }, path: "/v1/flight/search", status: 404, code: "NOT_FOUND" },
  "a path with a broken escape": { call: {}, path: "/v1/offers/%E0%A4%A", status: 404, code: "NOT_FOUND" },
  "an id that is too long": { call: {}, path: `/v1/offers/${"x".repeat(500)}`, status: 404, code: "NOT_FOUND" },
  "another method": { call: { method: "GET" }, status: 405, code: "METHOD_NOT_ALLOWED" },
  "deleting a search": { call: { method: "DELETE" }, status: 405, code: "METHOD_NOT_ALLOWED" },
  "a name that is blank": named("/v1/applications", " \u2003"),
  "a name that is a byte order mark, which an embedded database drops": named("/v1/applications", "\uFEFF"),
  "a name of two lines": named("/v1/applications", "Web\r\nshop"),
  "a name with a terminal escape sequence": named("/v1/applications", "\u001b[2J"),
  "no query": { call: {}, path: "/v1/places", status: 400, code: "REQUEST_INVALID", pointer: "/q", fault: "REQUIRED" },
  "a limit that is not a number": {
    call: {},
    path: "/v1/places?q=a&limit=x",
    status: 400,
    code: "REQUEST_INVALID",
    pointer: "/limit",
    fault: "TYPE",
  },
  "a limit twice": {
    call: {},
    path: "/v1/places?q=a&limit=1&limit=2",
    status: 400,
    code: "REQUEST_INVALID",
    pointer: "/limit",
    fault: "TYPE",
  },
  "an unknown parameter": {
    call: {},
    path: "/v1/places?q=a&lang=en",
    status: 400,
    code: "REQUEST_INVALID",
    pointer: "/lang",
    fault: "UNKNOWN_MEMBER",
  },
  "no key": { call: { ...search({}), key: null }, status: 401, code: "AUTH_MISSING" },
  "a malformed key": { call: { ...search({}), key: "x" }, status: 401, code: "AUTH_INVALID" },
};

function faulty(changes: object, pointer: string, fault: string): Row {
  return { call: search(changes), status: 400, code: "REQUEST_INVALID", pointer, fault };
}

function impossible(changes: object, pointer: string, fault: string): Row {
  return { call: search(changes), status: 422, code: "SEARCH_UNPROCESSABLE", pointer, fault };
}

function named(path: string, name: string): Row {
  return { call: { body: { name } }, path, status: 400, code: "REQUEST_INVALID", pointer: "/name", fault: "PATTERN" };
}

test.each(Object.entries(table))("rejects %s", async (_name, row) => {
  const { app } = shared();
  const answer = await app.call(row.path ?? "/v1/flights/search", row.call);
  expect(answer.body).toMatchObject({
    status: row.status,
    code: row.code,
    type: `http://localhost:8080/errors/${row.code}`,
    requestId: answer.headers.get("request-id"),
  });
  expect(answer.status).toBe(row.status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  if (row.pointer === undefined) expect(answer.body).not.toHaveProperty("errors.0");
  else expect(answer.body.errors).toMatchObject([{ pointer: row.pointer, code: row.fault }]);
});

test("details name the expected value", async () => {
  const { app } = shared();
  const details = async (changes: object) => {
    const { body } = await app.call("/v1/search", search(changes));
    return body.errors?.map(({ detail }) => detail);
  };
  expect(await details({ travelers: 2 })).toEqual([
    '`travelers` must be an object such as {"adults":1}, not a number (2).',
  ]);
  expect(await details({ cabn: "economy" })).toEqual(["Unknown member `cabn`. Did you mean `cabin`?"]);
  expect(await details({ departureDate: "2027-02-30" })).toEqual([
    '`departureDate` must be a valid date (YYYY-MM-DD) such as "2027-01-20", not "2027-02-30".',
  ]);
});

test("lists every fault up to a limit", async () => {
  const { app } = shared();
  const three = await app.call("/v1/search", search({ travelers: 2, cabin: "coach", origin: 1 }));
  expect(three.body.errors).toHaveLength(3);
  const faultsOf = async (length: number) => {
    const refused = await app.call("/v1/search", search({ airlines: Array.from({ length }, () => 0) }));
    expect(refused.status).toBe(400);
    return refused.body.errors?.length;
  };
  expect(await faultsOf(4000)).toBe(20);
  // Validation of a large body stops at its first fault.
  expect(await faultsOf(40_000)).toBe(1);
});

test("accepts dates from today at the origin until 330 days later", async () => {
  const { app } = shared();
  const status = async (changes: object) => (await app.call("/v1/flights/search", search(changes))).status;
  expect(app.clock.nowMs()).toBe(Date.UTC(2026, 10, 21, 7, 33));
  expect(await status({ origin: "HNL", departureDate: "2026-11-20" })).toBe(200);
  expect(await status({ origin: "HNL", departureDate: "2027-10-17" })).toBe(422);
  expect(await status({ origin: "HNL", departureDate: "2027-10-16", returnDate: "2027-10-16" })).toBe(200);
  expect(await status({ departureDate: "2027-10-17" })).toBe(200);
});

test("accepts codes in any case", async () => {
  const { app } = shared();
  const changes = { origin: "jfk", destination: "Lhr", airlines: ["ba"], programs: ["Avios"], excludeAirlines: ["b6"] };
  const { body } = await app.call("/v1/flights/search", search(changes));
  expect(body.request).toMatchObject({
    origin: { code: "JFK", kind: "airport" },
    destination: { code: "LHR", kind: "airport" },
    airlines: ["BA"],
    programs: ["avios"],
    excludeAirlines: ["B6"],
  });
});

test("accepts a place as a code, an id or a code with a kind, and the normalized request can be sent again", async () => {
  const { app } = shared();
  const requestOf = async (changes: object) =>
    (await app.call("/v1/flights/search", search(changes))).body.request as Record<string, unknown>;
  const nyc = { code: "NYC", kind: "city" };
  for (const origin of ["nyc", "city:nyc", "city:NYC", { code: "nyc", kind: "city" }]) {
    expect(await requestOf({ origin })).toMatchObject({ origin: nyc });
  }
  const normalized = await requestOf({ origin: "airport:jfk", destination: { code: "LON", kind: "city" } });
  expect(normalized).toMatchObject({
    origin: { code: "JFK", kind: "airport" },
    destination: { code: "LON", kind: "city" },
  });
  const again = await app.call("/v1/flights/search", { body: normalized });
  expect(again).toMatchObject({ status: 200, body: { request: normalized } });
});

test("reports one fault with all types for a place of the wrong type", async () => {
  const { app } = shared();
  const { body } = await app.call("/v1/search", search({ origin: 1 }));
  expect(body.errors).toEqual([
    {
      pointer: "/origin",
      code: "TYPE",
      detail: '`origin` must be a string, an object or an array such as "JFK", not a number (1).',
    },
  ]);
});

test("details and pointers are well-formed Unicode when they shorten values", async () => {
  const { app } = shared();
  const long = `${"x".repeat(55)}\u{1F6EB}\u{1F6EB}\u{1F6EB}`;
  for (const changes of [{ origin: long }, { [`${"y".repeat(43)}${long}`]: 1 }]) {
    const { body } = await app.call("/v1/flights/search", search(changes));
    expect(body.errors?.every(({ pointer, detail }) => pointer.isWellFormed() && detail.isWellFormed())).toBe(true);
  }
});

test("405 lists the allowed methods", async () => {
  const { app } = shared();
  const answer = await app.call("/v1/flights/search", { method: "PUT" });
  expect(answer.headers.get("allow")).toBe("POST");
});
