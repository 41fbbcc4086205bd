/** Decoders that check JSON against contract types, without shipping the schemas to the browser. */

/** Decodes a value. @param pointer JSON pointer of the value @throws ShapeMismatch */
export type Decoder<Shape> = (value: unknown, pointer: string) => Shape;

/** Value that does not match its decoder. The message contains no values, which can be secrets. */
export class DecodeError extends Error {}

/** Returns a decoder of values that a type guard accepts. */
export function guard<Shape>(isShape: (value: unknown) => value is Shape, expected: string): Decoder<Shape> {
  return (value, pointer) => {
    if (!isShape(value)) throw new DecodeError(`\`${pointer || "/"}\` is not ${expected}`);
    return value;
  };
}

export const text = guard((value) => typeof value === "string", "a string");
export const boolean = guard((value) => typeof value === "boolean", "true or false");
export const number = guard((value) => typeof value === "number", "a number");
export const integer = guard((value): value is number => Number.isInteger(value), "an integer");

/** Returns a decoder of an enum. The keys of the object are its values; the compiler checks that they are complete. */
export function oneOf<Value extends string>(values: Readonly<Record<Value, unknown>>): Decoder<Value> {
  const isValue = (value: unknown): value is Value => typeof value === "string" && Object.hasOwn(values, value);
  return guard(isValue, `one of ${Object.keys(values).join(", ")}`);
}

export function nullable<Shape>(read: Decoder<Shape>): Decoder<Shape | null> {
  return (value, pointer) => (value === null ? null : read(value, pointer));
}

export function optional<Shape>(read: Decoder<Shape>): Decoder<Shape | undefined> {
  return (value, pointer) => (value === undefined ? undefined : read(value, pointer));
}

const array = guard((value): value is unknown[] => Array.isArray(value), "an array");
const record = guard(isRecord, "an object");

export function list<Shape>(read: Decoder<Shape>): Decoder<Shape[]> {
  return (value, pointer) => array(value, pointer).map((item, index) => read(item, `${pointer}/${index}`));
}

/** Returns a decoder of an object with any names, whose values have one shape. */
export function dictionary<Shape>(read: Decoder<Shape>): Decoder<Record<string, Shape>> {
  return (value, pointer) => {
    const members = Object.entries(record(value, pointer));
    return Object.fromEntries(members.map(([name, member]) => [name, read(member, `${pointer}/${name}`)]));
  };
}

/** Returns a decoder of an object with these members. Ignores other members, so that the service can add some. */
export function object<Shape extends object>(
  members: {
    readonly [Name in keyof Shape]-?: Decoder<Shape[Name]>;
  },
): Decoder<Shape> {
  return (value, pointer) => {
    const found = record(value, pointer);
    const read = Object.entries<Decoder<unknown>>(members)
      .map(([name, readMember]) => [name, readMember(found[name], `${pointer}/${name}`)] as const)
      .filter(([, member]) => member !== undefined);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was decoded
    return Object.fromEntries(read) as Shape;
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
