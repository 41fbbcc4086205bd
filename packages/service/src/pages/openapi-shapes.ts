/** Parts of an OpenAPI document that the reference page uses. */
export interface OpenApiDocument {
  info: { title: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  webhooks?: Record<string, Record<string, Operation>>;
}

export interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Response>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  description?: string;
  schema: Schema;
}

interface Body {
  required?: boolean;
  example?: unknown;
  content: Record<string, MediaType>;
}

export interface Response {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/**
 * Reads an OpenAPI document. References to components other than schemas are replaced by the components.
 *
 * @param text the document as JSON
 */
export function readOpenApiDocument(text: string): OpenApiDocument {
  const { components }: { components: Record<string, Record<string, unknown>> } = JSON.parse(text);
  return JSON.parse(text, (_name, value) => {
    const [, kind = "", name = ""] = /^#\/components\/(?!schemas\/)(\w+)\/(.+)$/.exec(value?.$ref ?? "") ?? [];
    const component = components[kind]?.[name];
    return component === undefined ? value : mergeReference(component, value);
  });
}

/** Merges a referenced component with the members of the reference. */
function mergeReference(component: unknown, { $ref: _reference, ...notes }: Record<string, unknown>): unknown {
  return Object.assign({}, component, notes);
}

/** Returns the referenced schema, or the schema itself. */
export function resolve(schema: Schema, document: OpenApiDocument): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? {});
}

/** Returns the last segment of a reference. */
export function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** Returns the first example of a body: a recorded one, or one built from the examples of its schema. */
export function exampleOfContent({ schema, example, examples }: MediaType, document: OpenApiDocument): unknown {
  const [recorded] = Object.values(examples ?? {});
  if (recorded !== undefined && "value" in recorded) return recorded.value;
  return example ?? (schema === undefined ? undefined : exampleOf(schema, document));
}

/** Builds a value of a schema from the examples of its parts. */
export function exampleOf(schema: Schema, document: OpenApiDocument): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) return exampleOf(resolve(schema, document), document);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [alternative] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (alternative !== undefined) return exampleOf(alternative, document);
  if (schema.items !== undefined) return [exampleOf(schema.items, document)];
  const members = Object.entries(schema.properties ?? {});
  if (members.length > 0) {
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, document)]));
  }
  return schema.type === "object" ? {} : null;
}
