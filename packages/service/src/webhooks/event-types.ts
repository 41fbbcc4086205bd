import { type EventTypeEntry, eventCatalogue, eventTypes, getSchemaName, namedSchemas } from "@wayfare/contract";

/** The catalogue as it is shown; each schema of `data` stands by itself. */
export const eventTypeEntries: readonly EventTypeEntry[] = eventTypes.map((type) => {
  const { title, description, data, example } = eventCatalogue[type];
  return { type, title, description, dataSchema: { ...toObject(resolveReferences(data)) }, dataExample: example };
});

/** The same JSON with named schemas in the place of references to them. */
function resolveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveReferences);
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference, $id: _name, ...members } = toObject(value);
  const rest = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolveReferences(member)]));
  if (typeof reference !== "string") return rest;
  const named = namedSchemas.find((schema) => getSchemaName(schema) === reference.replace(/#$/, ""));
  if (named === undefined) throw new Error(`the catalogue of events refers to ${reference}, which is not there`);
  return { ...toObject(resolveReferences(named)), ...rest };
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
