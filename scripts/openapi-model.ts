/** The OpenAPI document as far as the generators of clients read it. */

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  const?: string;
  enum?: readonly (string | null)[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  description?: string;
  "x-extensible"?: boolean;
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary?: string;
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface Document {
  components: { schemas: Readonly<Record<string, Schema>>; parameters: Readonly<Record<string, Parameter>> };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Returns a parameter, or the shared one that it refers to. @throws Error if there is none */
export function resolveParameter(
  parameter: Parameter | { $ref: string },
  parameters: Document["components"]["parameters"],
): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const resolved = parameters[nameOf(parameter.$ref)];
  if (resolved === undefined) throw new Error(`unknown parameter ${parameter.$ref}`);
  return resolved;
}

/** Returns the schema of the body of a successful response. @throws Error if there is none */
export function answerOf(operation: Operation): Schema {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const [media] = Object.values(answer?.content ?? {});
  if (media === undefined) throw new Error(`${operation.operationId} has no response body`);
  return media.schema;
}

export function isBytes({ format }: Schema): boolean {
  return format === "binary";
}

/** Returns the last part of a reference, such as `Booking`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
