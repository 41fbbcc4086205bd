/** The parts of an OpenAPI document that the page shows. */
export interface OpenApiDocument {
  info: { title: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** The schema that a reference names; the schema itself where it is none. */
function resolve(schema: Schema, document: OpenApiDocument): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? {});
}

/** The last step of a reference. */
export function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** A value of the schema, made of the examples of its parts. */
export function exampleOf(schema: Schema, document: OpenApiDocument): unknown {
  if (schema.$ref !== undefined) return exampleOf(resolve(schema, document), document);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0], document);
  if (schema.items !== undefined) return [exampleOf(schema.items, document)];
  const members = Object.entries(schema.properties ?? {});
  if (members.length > 0) {
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, document)]));
  }
  return schema.type === "object" ? {} : null;
}
