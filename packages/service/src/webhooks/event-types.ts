import { type EventTypeEntry, eventCatalog, eventTypes, getSchemaName, namedSchemas } from "@wayfare/contract";

/** Event catalog of the API. Every schema of `data` is self-contained. */
export const eventTypeEntries: readonly EventTypeEntry[] = eventTypes.map((type) => {
  const { title, description, data, example } = eventCatalog[type];
  return { type, title, description, dataSchema: { ...toObject(resolveReferences(data)) }, dataExample: example };
});

/** Replaces references to named schemas by the schemas. */
function resolveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveReferences);
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference, $id: _name, ...members } = toObject(value);
  const rest = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolveReferences(member)]));
  if (typeof reference !== "string") return rest;
  const named = namedSchemas.find((schema) => getSchemaName(schema) === reference.replace(/#$/, ""));
  if (named === undefined) throw new Error(`event catalog refers to unknown schema ${reference}`);
  return { ...toObject(resolveReferences(named)), ...rest };
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
