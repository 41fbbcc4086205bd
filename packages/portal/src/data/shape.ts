/** Checks JSON of unknown shape against the types of the contract, without shipping its schemas to the browser. */

/** Reads a value; `pointer` is its JSON pointer. Throws ShapeMismatch. */
export type Decoder<Shape> = (value: unknown, pointer: string) => Shape;

/** A value is not of the shape that was expected. The message has no values: they can be secrets. */
export class ShapeMismatch extends Error {}

/** A value that a type guard accepts. */
export function guarded<Shape>(isShape: (value: unknown) => value is Shape, expected: string): Decoder<Shape> {
  return (value, pointer) => {
    if (!isShape(value)) throw new ShapeMismatch(`\`${pointer || "/"}\` is not ${expected}`);
    return value;
  };
}

export const text = guarded((value) => typeof value === "string", "a string");
export const boolean = guarded((value) => typeof value === "boolean", "true or false");
export const number = guarded((value) => typeof value === "number", "a number");
export const integer = guarded((value): value is number => Number.isInteger(value), "an integer");

/** One of the names of an object, which the compiler keeps complete. */
export function oneOf<Word extends string>(words: Readonly<Record<Word, unknown>>): Decoder<Word> {
  const isWord = (value: unknown): value is Word => typeof value === "string" && Object.hasOwn(words, value);
  return guarded(isWord, `one of ${Object.keys(words).join(", ")}`);
}

export function nullable<Shape>(read: Decoder<Shape>): Decoder<Shape | null> {
  return (value, pointer) => (value === null ? null : read(value, pointer));
}

export function optional<Shape>(read: Decoder<Shape>): Decoder<Shape | undefined> {
  return (value, pointer) => (value === undefined ? undefined : read(value, pointer));
}

const array = guarded((value): value is unknown[] => Array.isArray(value), "an array");
const record = guarded(isRecord, "an object");

export function list<Shape>(read: Decoder<Shape>): Decoder<Shape[]> {
  return (value, pointer) => array(value, pointer).map((item, index) => read(item, `${pointer}/${index}`));
}

/** An object with these members. Members that are not listed are left out, so that the service can add some. */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was read by its decoder
    return Object.fromEntries(read) as Shape;
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
