/** Writes the types of the TypeScript client from the OpenAPI document. */

import { type Document, isBytes, nameOf, type Schema } from "./openapi-model.ts";

/**
 * Generates packages/sdk/src/generated/types.ts: one type for each schema, without references to other packages, so that a compiler that reads it
 * infers nothing.
 *
 * @param document the OpenAPI document as JSON
 * @throws Error if the document has a construct that the client does not support
 */
export function renderClientTypes(document: string): string {
  const { components, webhooks }: Document = JSON.parse(document);
  const types = Object.entries(components.schemas).map(([name, schema]) => renderDefinition(name, schema));
  const delivered = Object.values(webhooks).map((methods) => {
    const body = methods["post"]?.requestBody?.content["application/json"]?.schema.$ref;
    if (body === undefined) throw new Error("a webhook has no schema");
    return nameOf(body);
  });
  return `// Generated from docs/reference/openapi.json by npm run generate.

${types.join("\n\n")}

/** Event of a type, or of any type. \`type\` determines the type of \`data\`. */
export type EventOf<Type extends EventType = EventType> = Extract<Event, { type: Type }>;

/** Types of \`data\` by the type of the event. */
export type EventData = { [Type in EventType]: EventOf<Type>["data"] };

/** Event in the body of a webhook delivery. \`type\` determines the type of \`data\`. A newer service may send further types. */
export type WebhookEvent = ${delivered.join(" | ")};
`;
}

function renderDefinition(name: string, schema: Schema): string {
  const comment = renderComment(schema.description, "");
  if (Object.keys(schema.properties ?? {}).length === 0)
    return `${comment}export type ${name} = ${renderType(schema)};`;
  const members = Object.entries(schema.properties ?? {}).map(([member, each]) => {
    const optional = schema.required?.includes(member) === true ? "" : "?";
    return `${renderComment(each.description, "  ")}  ${member}${optional}: ${renderType(each)};`;
  });
  return `${comment}export interface ${name} {\n${members.join("\n")}\n}`;
}

function renderComment(text: string | undefined, indent: string): string {
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("\n", " ").replaceAll("*/", "*\\/")} */\n`;
}

/**
 * Returns the TypeScript type of a schema.
 *
 * @param imported receives the names of referenced schemas
 * @throws Error if the schema has a construct that the client does not support
 */
export function renderType(schema: Schema, imported = new Set<string>()): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    imported.add(name);
    return name;
  }
  if (isBytes(schema)) return "Uint8Array";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map((each) => renderType(each, imported)))].join(" | ");
  const types = [schema.type ?? []].flat().map((type) => renderPlain(type, schema, imported));
  return types.length === 0 ? "unknown" : types.join(" | ");
}

function renderPlain(type: string, schema: Schema, imported: Set<string>): string {
  if (type === "array") {
    const row = schema.items === undefined ? "unknown" : renderType(schema.items, imported);
    return row.includes(" ") ? `(${row})[]` : `${row}[]`;
  }
  if (type === "object") return renderObject(schema, imported);
  if (type === "integer") return "number";
  if (["string", "number", "boolean", "null"].includes(type)) return type;
  throw new Error(`unsupported schema ${JSON.stringify(schema)}`);
}

function renderObject(schema: Schema, imported: Set<string>): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const optional = schema.required?.includes(name) === true ? "" : "?";
    return `${name}${optional}: ${renderType(member, imported)}`;
  });
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  const { additionalProperties: values } = schema;
  return `Record<string, ${typeof values === "object" ? renderType(values, imported) : "unknown"}>`;
}
