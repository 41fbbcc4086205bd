import { namedSchemas } from "@wayfare/contract";

interface Schema {
  $id?: string;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const schemas = new Map(namedSchemas.map((schema): [string, Schema] => [`${(schema as Schema).$id}#`, schema]));

/** Returns differences from a schema: missing, unknown and misplaced members, and values of other types, by path. */
export function findDifferences(schema: Schema, value: unknown, path = ""): string[] {
  if (schema.$ref !== undefined) {
    const target = schemas.get(schema.$ref);
    return target === undefined ? [`${path}: no schema ${schema.$ref}`] : findDifferences(target, value, path);
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    const differences = branches.map((branch) => findDifferences(branch, value, path));
    return differences.find(({ length }) => length === 0) ?? differences[0] ?? [];
  }
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value))) {
    return [`${path}: ${JSON.stringify(value)} is no ${[schema.type].flat().join(" or ")}`];
  }
  if (value === null) return [];
  if (schema.enum?.includes(value) === false)
    return [`${path}: ${JSON.stringify(value)} is none of ${schema.enum.join()}`];
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
    return [`${path}: ${JSON.stringify(value)} does not match ${schema.pattern}`];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => findDifferences(schema.items ?? {}, item, `${path}[${at}]`));
  }
  return typeof value === "object" ? findMemberDifferences(schema, value, path) : [];
}

function findMemberDifferences({ properties, required = [] }: Schema, value: object, path: string): string[] {
  if (properties === undefined) return [];
  const names = Object.keys(value);
  const ordered = Object.keys(properties).filter((name) => names.includes(name));
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${path}: no ${name}`),
    ...(ordered.join() === names.join() ? [] : [`${path}: members ${names.join()} instead of ${ordered.join()}`]),
    ...Object.entries(value).flatMap(([name, member]) =>
      findDifferences(properties[name] ?? {}, member, `${path}.${name}`),
    ),
  ];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}
