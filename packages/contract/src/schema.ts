import { type Static, type TSchema, type TUnsafe, Type } from "typebox";

/** Returns the `$id` of a schema, its name in the OpenAPI document. @throws TypeError if it has none. */
export function getSchemaName(schema: TSchema): string {
  if ("$id" in schema && typeof schema.$id === "string") return schema.$id;
  throw new TypeError("schema has no $id");
}

/** Returns a typed reference to a named schema. @param notes description and default, next to the `$ref` */
export function ref<S extends TSchema>(
  schema: S,
  notes: { description?: string; default?: Static<S> } = {},
): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({ $ref: `${getSchemaName(schema)}#`, ...notes });
}

/** Returns the schema with null allowed, as in OpenAPI 3.1. @throws TypeError if the schema does not have exactly one type. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  if (!("type" in schema) || typeof schema.type !== "string") {
    throw new TypeError("schema must have exactly one type");
  }
  const values = "enum" in schema && Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return Type.Unsafe<Static<S> | null>({ ...schema, ...values, type: [schema.type, "null"] });
}

/** Returns the schema with null allowed, for a schema that is a reference. */
export function orNull<S extends TSchema>(schema: S, description: string): TUnsafe<Static<S> | null> {
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: "null" }], description });
}

/** Returns a string enum: `type: string` with an `enum`. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: { description?: string; examples?: string[]; default?: Values[number] } = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...options });
}

/**
 * Pattern of storable text: no NUL and no lone surrogates, which PostgreSQL rejects, and no leading byte order mark, which the embedded
 * database drops.
 */
export const storableTextPattern = "^(?!\\ufeff)[^\\u0000\\ud800-\\udfff]*$";

/**
 * Pattern of a display name: storable text on one line with at least one visible character, without bidirectional embeddings, overrides and
 * isolates, which reorder the text after them. Joiners and direction marks are allowed: names need them.
 */
export const nameTextPattern =
  "^(?![\\s\\p{Default_Ignorable_Code_Point}\\u2800]+$|\\ufeff)" +
  "[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]*$";
