/** Finds changes of an OpenAPI document that break clients of an earlier one. */

interface JsonObject {
  [name: string]: unknown;
}

/** Clients send requests and read responses: a change can break one direction and not the other. */
type Direction = "request" | "response";

interface Comparison {
  released: JsonObject;
  current: JsonObject;
  breaks: string[];
  /** Pairs of named schemas that have been compared already. */
  seen: Set<string>;
}

/**
 * Compares two OpenAPI documents.
 *
 * @returns one sentence per breaking change; empty if clients of the released document can use the current one.
 */
export function findBreakingChanges(released: JsonObject, current: JsonObject): string[] {
  const comparison: Comparison = { released, current, breaks: [], seen: new Set() };
  for (const [path, methods] of recordsOf(released.paths)) {
    for (const [method, operation] of recordsOf(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const next = recordOf(recordOf(recordOf(current.paths)[path])[method]);
      if (Object.keys(next).length === 0) comparison.breaks.push(`${name}: the operation was removed`);
      else compareOperations(comparison, name, [operation, next]);
    }
  }
  for (const [type, methods] of recordsOf(released.webhooks)) {
    const next = recordOf(recordOf(recordOf(current.webhooks)[type]).post);
    if (Object.keys(next).length === 0) comparison.breaks.push(`${type}: the webhook was removed`);
    else compareContents(comparison, "response", type, [contentOf(recordOf(methods.post)), contentOf(next)]);
  }
  return [...new Set(comparison.breaks)];
}

type Pair = readonly [released: JsonObject, current: JsonObject];

function compareOperations(comparison: Comparison, name: string, [old, next]: Pair): void {
  const { breaks } = comparison;
  if (old.operationId !== next.operationId) breaks.push(`${name}: the operationId was changed`);
  if (!acceptsEvery(old.security, next.security)) breaks.push(`${name}: the security was narrowed`);
  compareParameters(comparison, name, [old, next]);
  compareBodies(comparison, name, [recordOf(old.requestBody), recordOf(next.requestBody)]);
  compareResponses(comparison, name, [old, next]);
}

/** True if a client that met one of the old security alternatives meets one of the new ones. */
function acceptsEvery(old: unknown, next: unknown): boolean {
  const alternatives = (security: unknown): string[][] => {
    const listed = Array.isArray(security) ? security.map((each) => Object.keys(recordOf(each))) : [];
    return listed.length === 0 ? [[]] : listed;
  };
  return alternatives(old).every((held) =>
    alternatives(next).some((needed) => needed.every((scheme) => held.includes(scheme))),
  );
}

function compareParameters(comparison: Comparison, name: string, [old, next]: Pair): void {
  const { released, current, breaks } = comparison;
  const [before, after] = [parametersOf(old, released), parametersOf(next, current)];
  for (const [key, parameter] of before) {
    const other = after.get(key);
    if (other === undefined) {
      breaks.push(`${name}: the parameter ${key} was removed`);
      continue;
    }
    if (other.required === true && parameter.required !== true) {
      breaks.push(`${name}: the parameter ${key} is required now`);
    }
    const schemas = [recordOf(parameter.schema), recordOf(other.schema)] as const;
    if (schemas[0].default !== schemas[1].default) breaks.push(`${name}: the default of ${key} was changed`);
    compareSchemas(comparison, "request", `${name}: ${key}`, schemas);
  }
  for (const [key, parameter] of after) {
    if (parameter.required === true && !before.has(key))
      breaks.push(`${name}: the parameter ${key} is new and required`);
  }
}

function parametersOf({ parameters }: JsonObject, document: JsonObject): Map<string, JsonObject> {
  const resolved = (Array.isArray(parameters) ? parameters : []).map((each) => resolve(recordOf(each), document));
  return new Map(resolved.map((each) => [`${String(each.in)} ${String(each.name).toLowerCase()}`, each]));
}

function compareBodies(comparison: Comparison, name: string, [old, next]: Pair): void {
  if (next.required === true && old.required !== true) comparison.breaks.push(`${name}: the body is required now`);
  compareContents(comparison, "request", `${name}: body`, [recordOf(old.content), recordOf(next.content)]);
}

function compareResponses(comparison: Comparison, name: string, [old, next]: Pair): void {
  const { released, current, breaks } = comparison;
  const [before, after] = [recordOf(old.responses), recordOf(next.responses)];
  for (const status of Object.keys(after)) {
    if (status.startsWith("2") && !(status in before)) breaks.push(`${name}: the response ${status} is new`);
  }
  for (const [status, each] of recordsOf(before)) {
    if (!(status in after)) {
      if (status.startsWith("2")) breaks.push(`${name}: the response ${status} was removed`);
      continue;
    }
    const [response, other] = [resolve(each, released), resolve(recordOf(after[status]), current)];
    for (const header of Object.keys(recordOf(response.headers))) {
      if (!(header in recordOf(other.headers))) {
        breaks.push(`${name}: the header ${header} of the response ${status} was removed`);
      }
    }
    const contents = [recordOf(response.content), recordOf(other.content)] as const;
    compareContents(comparison, "response", `${name}: response ${status}`, contents);
  }
}

function contentOf({ requestBody }: JsonObject): JsonObject {
  return recordOf(recordOf(requestBody).content);
}

function compareContents(comparison: Comparison, direction: Direction, name: string, [old, next]: Pair): void {
  for (const [type, media] of recordsOf(old)) {
    const other = next[type];
    if (other === undefined) comparison.breaks.push(`${name}: ${type} was removed`);
    else {
      compareSchemas(comparison, direction, name, [recordOf(media.schema), recordOf(recordOf(other).schema)]);
    }
  }
}

function compareSchemas(comparison: Comparison, direction: Direction, name: string, [old, next]: Pair): void {
  const { released, current, breaks, seen } = comparison;
  if (typeof old.$ref === "string" && typeof next.$ref === "string") {
    const pair = `${direction} ${old.$ref} ${next.$ref}`;
    if (seen.has(pair)) return;
    seen.add(pair);
  }
  const [before, after] = [alternativesOf(old, released), alternativesOf(next, current)];
  // Clients send one of the old alternatives and read one of the new ones.
  const [given, taken] = direction === "request" ? [before, after] : [after, before];
  for (const each of given) {
    const candidates = taken.filter((other) => typesFit(each.type, other.type));
    const toPair = (other: JsonObject): Pair => (direction === "request" ? [each, other] : [other, each]);
    if (direction === "response" && isNewKind(each, candidates)) continue;
    const [only] = candidates;
    if (only === undefined) {
      breaks.push(
        `${name}: the type ${typeof each.type === "string" ? each.type : "any"} ${direction === "request" ? "is rejected now" : "is new"}`,
      );
    } else if (candidates.length === 1) {
      compareAlternatives(comparison, direction, name, toPair(only));
    } else if (!candidates.some((other) => isCompatible(comparison, direction, toPair(other)))) {
      breaks.push(`${name}: an alternative was changed`);
    }
  }
}

/** True for an alternative with a value of `type` that none of the others has, such as an event of a new type. */
function isNewKind(schema: JsonObject, others: readonly JsonObject[]): boolean {
  const kindOf = ({ properties }: JsonObject): unknown => {
    const values = valuesOf(recordOf(recordOf(properties ?? {}).type ?? {}));
    return values?.length === 1 ? values[0] : undefined;
  };
  const kind = kindOf(schema);
  return kind !== undefined && others.length > 1 && others.every((other) => ![undefined, kind].includes(kindOf(other)));
}

function isCompatible(comparison: Comparison, direction: Direction, pair: Pair): boolean {
  const trial = { ...comparison, breaks: [], seen: new Set<string>() };
  compareAlternatives(trial, direction, "", pair);
  return trial.breaks.length === 0;
}

/** Returns the alternatives of a schema, each with at most one type. */
function alternativesOf(schema: JsonObject, document: JsonObject): JsonObject[] {
  const resolved = resolve(schema, document);
  const listed = resolved.anyOf ?? resolved.oneOf;
  if (Array.isArray(listed)) return listed.flatMap((each) => alternativesOf(recordOf(each), document));
  if (!Array.isArray(resolved.type)) return [resolved];
  return resolved.type.map((type) => ({ ...resolved, type, ...(type === "null" ? { enum: undefined } : {}) }));
}

/** True if every given value has the accepted type; an integer is a number. */
function typesFit(given: unknown, taken: unknown): boolean {
  return taken === undefined || given === taken || (given === "integer" && taken === "number");
}

function compareAlternatives(comparison: Comparison, direction: Direction, name: string, pair: Pair): void {
  const [old, next] = pair;
  compareValues(comparison, direction, name, pair);
  if (direction === "request") compareLimits(comparison, name, pair);
  if (old.format !== next.format && (direction === "response" || next.format !== undefined)) {
    comparison.breaks.push(`${name}: the format was changed`);
  }
  compareMembers(comparison, direction, name, pair);
  if (old.items !== undefined && next.items !== undefined) {
    compareSchemas(comparison, direction, `${name}[]`, [recordOf(old.items), recordOf(next.items)]);
  }
  const [rest, otherRest] = [old.additionalProperties, next.additionalProperties];
  if (direction === "request" && otherRest === false && rest !== false && next.properties !== undefined) {
    comparison.breaks.push(`${name}: other members are rejected now`);
  }
  if (isRecord(rest) && isRecord(otherRest)) compareSchemas(comparison, direction, `${name}.*`, [rest, otherRest]);
}

function compareValues({ breaks }: Comparison, direction: Direction, name: string, [old, next]: Pair): void {
  const [before, after] = [valuesOf(old), valuesOf(next)];
  if (direction === "request") {
    if (after === undefined) return;
    if (before === undefined) breaks.push(`${name}: only some values are accepted now`);
    for (const value of before ?? []) {
      if (!after.includes(value)) breaks.push(`${name}: the value ${String(value)} was removed`);
    }
    return;
  }
  if (before === undefined || old["x-extensible"] === true) return;
  if (after === undefined) breaks.push(`${name}: any value can be returned now`);
  for (const value of after ?? []) {
    if (!before.includes(value)) breaks.push(`${name}: the value ${String(value)} is new in a closed set`);
  }
}

function valuesOf(schema: JsonObject): unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : undefined;
}

const lowerLimits = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const upperLimits = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

function compareLimits({ breaks }: Comparison, name: string, [old, next]: Pair): void {
  for (const limit of [...lowerLimits, ...upperLimits]) {
    const [before, after] = [old[limit], next[limit]];
    if (typeof after !== "number") continue;
    const narrower = typeof before !== "number" || (lowerLimits.includes(limit) ? after > before : after < before);
    if (narrower) breaks.push(`${name}: ${limit} was narrowed`);
  }
  if (next.pattern !== undefined && next.pattern !== old.pattern) breaks.push(`${name}: the pattern was changed`);
  if (next.uniqueItems === true && old.uniqueItems !== true) breaks.push(`${name}: uniqueItems was added`);
}

function compareMembers(comparison: Comparison, direction: Direction, name: string, [old, next]: Pair): void {
  const { breaks } = comparison;
  const [before, after] = [recordOf(old.properties), recordOf(next.properties)];
  const [required, requiredNow] = [namesOf(old.required), namesOf(next.required)];
  for (const [member, schema] of recordsOf(before)) {
    const other = after[member];
    if (!isRecord(other)) breaks.push(`${name}: the member ${member} was removed`);
    else compareSchemas(comparison, direction, `${name}.${member}`, [schema, other]);
  }
  const [subject, base] = direction === "request" ? [requiredNow, required] : [required, requiredNow];
  for (const member of subject) {
    if (base.includes(member) || (direction === "response" && !(member in after))) continue;
    breaks.push(`${name}: the member ${member} ${direction === "request" ? "is required now" : "can be absent now"}`);
  }
}

function namesOf(names: unknown): string[] {
  return Array.isArray(names) ? names.map(String) : [];
}

/** Returns the component that a reference points to, or the object itself. */
function resolve(value: JsonObject, document: JsonObject): JsonObject {
  if (typeof value.$ref !== "string") return value;
  const steps = value.$ref.replace(/^#\//, "").split("/");
  const component = steps.reduce((parent: unknown, step) => recordOf(parent)[step], document);
  if (!isRecord(component)) throw new Error(`nothing found at ${value.$ref}`);
  return resolve(component, document);
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

function recordsOf(value: unknown): [string, JsonObject][] {
  return Object.entries(recordOf(value)).flatMap(([name, each]) => (isRecord(each) ? [[name, each]] : []));
}
