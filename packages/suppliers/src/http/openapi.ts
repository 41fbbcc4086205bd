import { cabins, currencies } from "@wayfare/contract";
import { type TSchema, Type } from "typebox";
import { protocolVersion } from "./requests.ts";
import { FlightSchema, maxFlights, RepriceAnswerSchema, SearchAnswerSchema } from "./schema.ts";

const flightReference = { $ref: "#/components/schemas/Flight" };
const nullable = (type: string, more: object = {}) => ({ type: [type, "null"], ...more });

const PlaceSchema = Type.Object({
  code: Type.String({ description: "IATA code of the airport or the metropolitan area." }),
  kind: Type.Unsafe({ type: "string", enum: ["airport", "city"] }),
  airports: Type.Array(Type.String(), { description: "Airports that are meant, the busiest first." }),
});

const window = nullable("object", {
  required: ["from", "to"],
  properties: { from: { type: "string", examples: ["06:00"] }, to: { type: "string", examples: ["12:00"] } },
  description: "Inclusive window of local times; `from` can be later than `to`.",
});
const codes = { type: "array", items: { type: "string" } };

/** Schema of the query of a request, which is written and never read. */
const querySchema = {
  type: "object",
  description: "A search with all defaults filled in.",
  required: ["origin", "destination", "departureDate", "cabin", "travelers", "includeCash", "includeAward"],
  properties: {
    origin: { $ref: "#/components/schemas/Place" },
    destination: { $ref: "#/components/schemas/Place" },
    departureDate: { type: "string", format: "date" },
    returnDate: nullable("string", { format: "date", description: "Null for a one-way trip." }),
    cabin: { type: "string", enum: [...cabins] },
    cabinMatch: {
      type: "string",
      enum: ["main", "strict", "any"],
      description: "Condition on mixed cabins, which is also applied to your answer.",
    },
    travelers: {
      type: "object",
      required: ["adults", "children", "infants"],
      properties: {
        adults: { type: "integer", description: "Travelers aged 12 or older, with `youths`." },
        youths: { type: "integer", description: "Those of `adults` who are aged 12 to 17; absent if there are none." },
        children: { type: "integer", description: "Travelers aged 2 to 11." },
        infantsInSeat: {
          type: "integer",
          description:
            "Travelers under 2 with a seat; absent if there are none. Sent only to suppliers that sell them.",
        },
        infants: { type: "integer", description: "Travelers under 2 on a lap." },
        ages: {
          type: "array",
          items: { type: "integer" },
          description: "Ages of all travelers under 18 on the date of the last slice; absent if unknown.",
        },
      },
    },
    includeCash: { type: "boolean" },
    includeAward: { type: "boolean" },
    maxStops: { type: "integer", minimum: 0, maximum: 2 },
    limit: { type: "integer", description: "Number of flights that the caller shows." },
    currency: { type: "string", enum: [...currencies], description: "Preferred currency. An offer can have another." },
    airlines: nullable("array", { items: { type: "string" }, description: "Only these marketing carriers." }),
    excludeAirlines: codes,
    programs: nullable("array", { items: { type: "string" }, description: "Only awards of these programs." }),
    departureTime: window,
    arrivalTime: window,
    maxDurationMinutes: nullable("integer", { description: "Maximum of each slice." }),
  },
};

/** Renders the OpenAPI document of the protocol for suppliers over HTTP. */
export function renderHttpSupplierDocument(): string {
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Wayfare supplier protocol",
      version: protocolVersion,
      description: "Implement these operations to add flights of your own to searches. See docs/suppliers/http.md.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "https://supplier.example", description: "The address in the operator's settings." }],
    security: [{ signature: [] }],
    paths: {
      "/search": { post: searchOperation() },
      "/offers/reprice": { post: repriceOperation() },
    },
    components: {
      securitySchemes: {
        signature: {
          type: "apiKey",
          in: "header",
          name: "Wayfare-Signature",
          description:
            "`t=UNIX_SECONDS,v1=HEX`: HMAC-SHA-256 of `UNIX_SECONDS.BODY` with the shared secret. Refuse a timestamp more than five minutes old.",
        },
      },
      schemas: {
        Place: PlaceSchema,
        Query: querySchema,
        Flight: FlightSchema,
        SearchAnswer: withFlights(SearchAnswerSchema, "flights", {
          type: "array",
          maxItems: maxFlights,
          items: flightReference,
        }),
        RepriceAnswer: withFlights(RepriceAnswerSchema, "flight", flightReference),
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The code checks each flight alone, so that one with a fault does not spoil the others. */
function withFlights(schema: TSchema & { properties: object }, member: string, value: object): object {
  return { ...schema, properties: { ...schema.properties, [member]: value } };
}

function searchOperation() {
  return {
    operationId: "search",
    summary: "Search flights",
    description:
      "Answer before `deadlineMs` have passed; a later answer is lost. No flights is an empty list. Any other status than 200 is a failure.",
    requestBody: jsonBody({
      type: "object",
      required: ["query", "deadlineMs"],
      properties: { query: { $ref: "#/components/schemas/Query" }, deadlineMs: { type: "integer" } },
    }),
    responses: {
      "200": {
        description: "Flights: one document, or one document in each line.",
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/SearchAnswer" } },
          "application/x-ndjson": { schema: { $ref: "#/components/schemas/SearchAnswer" } },
        },
      },
      ...refusals,
    },
  };
}

function repriceOperation() {
  return {
    operationId: "repriceOffer",
    summary: "Price an offer again",
    requestBody: jsonBody({
      type: "object",
      required: ["reference", "query"],
      properties: { reference: { type: "string" }, query: { $ref: "#/components/schemas/Query" } },
    }),
    responses: {
      "200": {
        description: "Status of the offer.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/RepriceAnswer" } } },
      },
      ...refusals,
    },
  };
}

const refusals = {
  "401": { description: "The signature is wrong or too old." },
  "429": { description: "Too many requests. `Retry-After` is obeyed." },
};

function jsonBody(schema: object) {
  return { required: true, content: { "application/json": { schema } } };
}
