import fc from "fast-check";
import type { StrictSchema } from "./strict-document.ts";

/** Values of other kinds, and texts that break programs. */
export const hostile = fc.oneof(
  fc.constantFrom(null, "", "\0", "__proto__", "constructor", "9999-99-99", "'; DROP TABLE searches; --", "\u{1F6EB}"),
  fc.constantFrom(-1, 0, 1e308, -0, 2 ** 53, 0.1, true, false),
  fc.jsonValue({ maxDepth: 2 }),
);

export interface ValueGenerator {
  /** Known ids that match the pattern of a schema. */
  idsOf(schema: StrictSchema): readonly string[];
  /** Finds a named schema. */
  resolve(name: string): StrictSchema;
}

const withoutNames: ValueGenerator = { idsOf: () => [], resolve: () => ({}) };

/** Generates values of a schema, and sometimes invalid ones. */
export function valuesOfSchema(schema: StrictSchema, generator = withoutNames): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: goodValuesOf(schema, generator), weight: 40 }, { arbitrary: hostile, weight: 1 });
}

function goodValuesOf(schema: StrictSchema, generator: ValueGenerator): fc.Arbitrary<unknown> {
  const good = (each: StrictSchema) => goodValuesOf(each, generator);
  if (schema.$ref) return good(generator.resolve(schema.$ref.split("/").at(-1) ?? ""));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map(good));
  if (schema.properties) {
    const members: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, member] of Object.entries(schema.properties)) members[name] = valuesOfSchema(member, generator);
    return fc.record(members, { requiredKeys: schema.required ?? [] });
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer") return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 20 });
  const known = generator.idsOf(schema);
  if (known.length > 0) return fc.constantFrom(...known);
  if (schema.examples) return fc.constantFrom(...schema.examples);
  if (schema.items) return fc.array(valuesOfSchema(schema.items, generator), { maxLength: 3 });
  return fc.string();
}
