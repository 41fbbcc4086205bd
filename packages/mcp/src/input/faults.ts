import type { ErrorObject } from "ajv";

/** Maximum number of faults in one message. */
const maxFaults = 8;
const maxValueLength = 60;

/** Describes each fault of the arguments: the pointer, the fault, the allowed values and an example. */
export function describeFaults(errors: readonly ErrorObject[], schema: object): string[] {
  // A value that matches no branch of `anyOf` has an error for each branch and one for `anyOf` itself.
  const branched = errors.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath);
  const kept = errors.filter(
    ({ keyword, instancePath }) => keyword === "anyOf" || !branched.some((path) => instancePath.startsWith(path)),
  );
  const lines = [...new Set(kept.map((error) => describe(error, schema)))];
  return lines.length > maxFaults ? [...lines.slice(0, maxFaults), `… and ${lines.length - maxFaults} more.`] : lines;
}

function describe(error: ErrorObject, schema: object): string {
  const { instancePath, keyword } = error;
  const params: Record<string, unknown> = error.params;
  if (keyword === "required") {
    const name = String(params.missingProperty);
    return `${instancePath}/${name} is required. ${hintOf(propertyOf(error.parentSchema ?? schema, name))}`;
  }
  if (keyword === "additionalProperties") {
    const name = shorten(params.additionalProperty);
    const names = Object.keys(propertiesOf(error.parentSchema ?? schema));
    return `${instancePath}/${name} is not an argument. Arguments: ${names.join(", ")}.`;
  }
  const place = instancePath === "" ? "The arguments" : instancePath;
  return `${place} ${expectation(error, params)}, not ${render(error.data)}. ${hintOf(error.parentSchema)}`.trimEnd();
}

function expectation({ keyword, message = "is invalid" }: ErrorObject, params: Record<string, unknown>): string {
  if (keyword === "enum" && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.join(", ")}`;
  if (keyword === "type") return `must be of type ${String(params.type)}`;
  if (keyword === "pattern") return "has the wrong format";
  if (keyword === "anyOf") return "has the wrong type or format";
  return message;
}

function hintOf(schema: object | undefined): string {
  if (schema === undefined) return "";
  const description = "description" in schema && typeof schema.description === "string" ? schema.description : "";
  const example = "examples" in schema && Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  return [description, ...(example === undefined ? [] : [`Example: ${JSON.stringify(example)}`])].join(" ").trim();
}

function propertiesOf(schema: object): Record<string, object> {
  return "properties" in schema && typeof schema.properties === "object" && schema.properties !== null
    ? { ...schema.properties }
    : {};
}

function propertyOf(schema: object, name: string): object | undefined {
  const properties = propertiesOf(schema);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

const render = (value: unknown): string => shorten(JSON.stringify(value) ?? "undefined");

function shorten(value: unknown): string {
  const text = String(value).toWellFormed();
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength).toWellFormed()}…`;
}
