import type { OpenApiDocument, Operation } from "./openapi-shapes.ts";

const methods = ["get", "post", "put", "patch", "delete"];

/** Renders the operations of the API as Markdown: what each does, its access, parameters and members of the body. */
export function renderReferenceText(
  { info, tags = [], paths, components }: OpenApiDocument,
  publicUrl: string,
): string {
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    methods.flatMap((method) => {
      const operation = byMethod[method];
      return operation === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, operation }];
    }),
  );
  const sections = tags.map(({ name, description = "" }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    const rows = own.map(({ name: title, operation }) => renderOperation(title, operation, components.schemas));
    return [`## ${name}`, ...(description === "" ? [] : [description]), ...rows].join("\n\n");
  });
  const intro = `${info.description ?? ""}\n\nSchemas of all bodies and responses: ${publicUrl}/openapi.json`.trim();
  return `${[`# ${info.title}`, intro, ...sections].join("\n\n")}\n`;
}

function renderOperation(
  title: string,
  operation: Operation,
  schemas: OpenApiDocument["components"]["schemas"],
): string {
  const { summary = "", description = "", parameters = [], requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const name = schema?.$ref?.split("/").at(-1);
  const body = name === undefined ? schema : schemas[name];
  const members = Object.entries(body?.properties ?? {}).map(
    ([member, { description: about = "" }]) =>
      `- \`${member}\`${body?.required?.includes(member) === true ? " (required)" : ""}: ${about}`,
  );
  const query = parameters.map(
    (parameter) =>
      `- \`${parameter.name}\` (${parameter.in}${parameter.required === true ? ", required" : ""}): ${parameter.description ?? parameter.schema.description ?? ""}`,
  );
  return [
    `### ${title}`,
    ...[summary, description].filter((text) => text !== ""),
    ...(query.length === 0 ? [] : [["Parameters:", ...query].join("\n")]),
    ...(members.length === 0 ? [] : [["Body:", ...members].join("\n")]),
  ].join("\n\n");
}
