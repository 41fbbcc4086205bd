import { type Static, type TSchema, type TUnsafe, Type } from "typebox";

/** The `$id` of a schema, under which it stands in the OpenAPI document; throws where it has none. */
export function getSchemaName(schema: TSchema): string {
  if ("$id" in schema && typeof schema.$id === "string") return schema.$id;
  throw new TypeError("only a schema with an $id has a name");
}

/** A reference to a named schema that keeps its static type; the notes stand beside it. */
export function refer<S extends TSchema>(
  schema: S,
  notes: { description?: string; default?: Static<S> } = {},
): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({ $ref: `${getSchemaName(schema)}#`, ...notes });
}

/** The same schema, or null, in the words of OpenAPI 3.1. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  if (!("type" in schema) || typeof schema.type !== "string") {
    throw new TypeError("only a schema with one type can be made nullable");
  }
  const values = "enum" in schema && Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return Type.Unsafe<Static<S> | null>({ ...schema, ...values, type: [schema.type, "null"] });
}

/** The same schema, or null, for a schema that is a reference. */
export function orNull<S extends TSchema>(schema: S, description: string): TUnsafe<Static<S> | null> {
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: "null" }], description });
}

/** One of the words, as `type: string` with an `enum`. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  options: { description?: string; examples?: string[]; default?: Words[number] } = {},
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...options });
}

/** The pattern of text for people: a database stores neither NUL nor half a character, and the embedded one drops a leading byte order mark. */
export const storableText = "^(?!\\ufeff)[^\\u0000\\ud800-\\udfff]*$";

/**
 * The pattern of a name for people: such text, on one line, with at least one visible character, and without the characters that reverse the
 * text after them (bidirectional embeddings, overrides and isolates). Joiners and marks of direction, which names need, can be in it.
 */
export const nameText =
  "^(?![\\s\\p{Default_Ignorable_Code_Point}\\u2800]+$|\\ufeff)" +
  "[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]*$";
