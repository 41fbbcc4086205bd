/** A member of an event's `data`. */
export interface Member {
  name: string;
  /** Types or enum values, such as `string or null`. */
  types: string;
  description: string;
}

/** Lists the members that a JSON Schema describes. Skips what it cannot read. */
export function listMembers(schema: object): Member[] {
  const properties = "properties" in schema ? schema.properties : undefined;
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, member]: [string, unknown]) => {
    const fields = typeof member === "object" && member !== null ? member : {};
    const description = "description" in fields && typeof fields.description === "string" ? fields.description : "";
    return { name, types: typesOf(fields), description };
  });
}

function typesOf(schema: object): string {
  const values = "enum" in schema ? schema.enum : "type" in schema ? schema.type : "object";
  return [values].flat().map(String).join(" or ");
}
