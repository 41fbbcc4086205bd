import { DatabaseError } from "../port/errors.ts";
import { parseArray } from "./array-literal.ts";

/** Converts the text of a column to its JavaScript value. */
export type ColumnParser = (text: string) => unknown;

/**
 * Parsers for both engines, by object id of the type and of its array type (PostgreSQL's pg_type.dat). Other types stay text; the drivers'
 * own parsers are not used.
 */
const parsers = new Map<number, ColumnParser>();

register(16, 1000, (text) => text === "t"); // bool
register(17, 1001, parseBytes); // bytea
register(20, 1016, parseInt8); // int8, and so every count(*)
register(21, 1005, Number); // int2
register(23, 1007, Number); // int4
register(26, 1028, Number); // oid
register(700, 1021, Number); // float4
register(701, 1022, Number); // float8
register(114, 199, parseJson); // json
register(3802, 3807, parseJson); // jsonb
register(1184, 1185, parseInstant); // timestamptz
register(25, 1009, asText); // text
register(1043, 1015, asText); // varchar
register(1042, 1014, asText); // bpchar
register(19, 1003, asText); // name
register(1082, 1182, asText); // date
register(1700, 1231, asText); // numeric
register(1186, 1187, asText); // interval
register(2950, 2951, asText); // uuid
register(869, 1041, asText); // inet
register(650, 651, asText); // cidr

export function columnParser(typeId: number): ColumnParser {
  return parsers.get(typeId) ?? asText;
}

/** Returns the object ids of types with a parser. */
export function parsedTypeIds(): number[] {
  return [...parsers.keys()];
}

function register(typeId: number, arrayTypeId: number, parse: ColumnParser): void {
  parsers.set(typeId, parse);
  parsers.set(arrayTypeId, (text) => parseArray(text, parse));
}

function asText(text: string): string {
  return text;
}

function parseBytes(text: string): Buffer {
  if (!text.startsWith("\\x")) throw new Error("unknown bytea format: bytea_output must be hex");
  return Buffer.from(text.slice(2), "hex");
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  // The server's own SQLSTATE, numeric_value_out_of_range.
  throw new DatabaseError("22003", `int8 ${text} exceeds the safe integers: select it as text`);
}

/** Parses "2026-11-21 07:33:00.123456+00". Connections use UTC. A Date has milliseconds; further digits are cut off. */
function parseInstant(text: string): Date {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,6})?\+00$/.exec(text);
  if (parts === null) throw new DatabaseError("22008", `timestamptz ${text} cannot be represented as a Date`);
  return new Date(`${parts[1]}T${parts[2]}${(parts[3] ?? ".000").padEnd(4, "0").slice(0, 4)}Z`);
}
