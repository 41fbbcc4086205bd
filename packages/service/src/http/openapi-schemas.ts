import { namedEnums, nestedSchemas, planNamePattern } from "@wayfare/contract";
import { isRecord, type JsonObject } from "./openapi-json.ts";

/** Context of a schema: the schemas of the document, and the named schema and member that contain it. */
interface SchemaContext {
  schemas: JsonObject;
  owner?: string;
  member?: string;
}

const enumNames = new Map(
  Object.entries(namedEnums).map(([name, { values }]) => [JSON.stringify(values.toSorted()), name]),
);

/** Names of id schemas by prefix. */
const idNames: Readonly<Record<string, string>> = {
  acct: "AccountId",
  ak: "KeyId",
  app: "ApplicationId",
  att: "AttemptId",
  aud: "AuditEventId",
  bkg: "BookingId",
  chg: "ChangeId",
  cpn: "CouponId",
  crd: "CreditEntryId",
  crn: "CreditNoteId",
  dlv: "DeliveryId",
  evt: "EventId",
  flt: "FlightId",
  inv: "InvoiceId",
  off: "OfferId",
  req: "RequestId",
  rpl: "ReplayId",
  srch: "SearchId",
  sub: "SubscriptionId",
  usr: "UserId",
  whk: "WebhookId",
};

/** Renders the schemas of `namedEnums`. */
export function renderNamedEnums(): JsonObject {
  return Object.fromEntries(
    Object.entries(namedEnums).map(([name, { description, values, open }]) => {
      const note = open ? " Values may be added: accept unknown values." : "";
      const schema = { type: "string", enum: [...values], description: description + note };
      return [name, open ? { ...schema, "x-extensible": true } : schema];
    }),
  );
}

/** Replaces enums, nested objects and objects with a `title` in a named schema by references, and adds them to `schemas`. */
export function nameSubschemas(schema: JsonObject, schemas: JsonObject, owner: string): JsonObject {
  return describeDefault(mapSubschemas(schema, (part, member) => nameSchema(part, { schemas, owner, member })));
}

/** Does the same for an unnamed schema, such as that of a response. */
export function nameSchema(schema: JsonObject, context: SchemaContext): JsonObject {
  const { owner = "", member = "", schemas } = context;
  const name = schema.title ?? (hasMembers(schema) ? nestedSchemas[`${owner}.${member}`] : undefined);
  const inner = typeof name === "string" ? { schemas, owner: name } : context;
  const named = mapSubschemas(schema, (part, innerMember) =>
    nameSchema(part, { ...inner, member: innerMember || member }),
  );
  const valueName = nameOfEnum(named) ?? nameOfId(named, schemas);
  if (valueName !== undefined) return referTo(valueName, named);
  if (typeof name !== "string") return describeDefault(named);
  const { title: _title, examples: _examples, ...rest } = named;
  const body: JsonObject = { ...rest, type: "object" };
  schemas[name] ??= body;
  const other = schemas[name];
  if (!isRecord(other) || shapeOf(other) !== shapeOf(body)) throw new Error(`two schemas have the name ${name}`);
  return referTo(name, named);
}

/**
 * Moves the default of an optional member into its description. Type generators treat members with `default` as always present, also in
 * requests.
 */
function describeDefault(schema: JsonObject): JsonObject {
  const { default: fallback, ...rest } = schema;
  if (fallback === undefined) return schema;
  const note = `Default: \`${typeof fallback === "string" ? fallback : JSON.stringify(fallback)}\`.`;
  const description = typeof rest.description === "string" ? `${rest.description} ${note}` : note;
  return { ...rest, description };
}

function nameOfEnum({ enum: values, type }: JsonObject): string | undefined {
  if (!Array.isArray(values) || type === undefined) return undefined;
  const words = values.filter((value) => typeof value === "string");
  return enumNames.get(JSON.stringify(words.toSorted()));
}

/** Returns the schema name for the pattern of an id or a plan, and adds the schema to `schemas`. */
function nameOfId({ pattern, type }: JsonObject, schemas: JsonObject): string | undefined {
  if (pattern === planNamePattern) {
    schemas.PlanName ??= { type: "string", pattern, description: "Name of a plan.", examples: ["pro"] };
    return "PlanName";
  }
  const prefix = typeof pattern === "string" && type !== undefined ? /^\^(\w+)_\[0123/.exec(pattern)?.[1] : undefined;
  const name = prefix === undefined ? undefined : idNames[prefix];
  if (name === undefined) return undefined;
  const example = `${prefix}_01kahz2j7p3v8c5m9n4q6r7s8t${prefix === "off" ? "_0" : ""}`;
  schemas[name] ??= { type: "string", pattern, examples: [example] };
  return name;
}

/** Creates a reference with the description, examples and default of the replaced schema, nullable if that was. */
function referTo(name: string, { description, default: fallback, type, ...rest }: JsonObject): JsonObject {
  const examples = "pattern" in rest ? undefined : rest.examples;
  const reference = { $ref: `#/components/schemas/${name}` };
  const notes = Object.fromEntries(
    Object.entries({ description, examples, default: fallback }).filter(([, note]) => note !== undefined),
  );
  if (!Array.isArray(type) || !type.includes("null")) return describeDefault({ ...reference, ...notes });
  return describeDefault({ anyOf: [reference, { type: "null" }], ...notes });
}

function hasMembers({ properties, items }: JsonObject): boolean {
  return isRecord(properties) && !isRecord(items);
}

/** Renders a schema for comparison, without descriptions and examples and with sorted members. */
function shapeOf(schema: JsonObject): string {
  return JSON.stringify(schema, (_name, value: unknown) => {
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(([name, each]) => !isNote(name, each));
    return Object.fromEntries(kept.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}

function isNote(name: string, value: unknown): boolean {
  return (name === "description" && typeof value === "string") || name === "examples";
}

function mapSubschemas(schema: JsonObject, map: (part: JsonObject, member: string) => JsonObject): JsonObject {
  const result = { ...schema };
  const { properties, patternProperties, items, additionalProperties } = schema;
  const mapMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, part]) => [name, isRecord(part) ? map(part, name) : part]));
  if (isRecord(properties)) result.properties = mapMembers(properties);
  if (isRecord(patternProperties)) result.patternProperties = mapMembers(patternProperties);
  if (isRecord(items)) result.items = map(items, "");
  if (isRecord(additionalProperties)) result.additionalProperties = map(additionalProperties, "");
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) result[keyword] = parts.map((part) => (isRecord(part) ? map(part, "") : part));
  }
  return result;
}
