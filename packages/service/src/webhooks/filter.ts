import { DomainError, type WebhookFilter } from "@wayfare/contract";

type Scalar = string | number | boolean | null;

const maxConditions = 10;
const maxValues = 20;
const maxTextLength = 200;
const pathPattern = /^[A-Za-z][A-Za-z0-9_]{0,63}(\.[A-Za-z][A-Za-z0-9_]{0,63}){0,4}$/;
const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * Compiles a filter to a jsonpath predicate (SQL/JSON, PostgreSQL 12 and later) on the data of an event. All conditions must hold; a missing
 * member fulfills none. Numeric bounds also compare decimal strings, such as the amount of money.
 *
 * @throws DomainError REQUEST_INVALID with the pointer of the invalid condition.
 */
export function compileFilter(filter: WebhookFilter): string {
  const conditions = Object.entries(filter);
  if (conditions.length === 0 || conditions.length > maxConditions)
    throw invalid("/filter", `\`filter\` must have between 1 and ${maxConditions} conditions.`);
  return conditions.map(([path, condition]) => compileCondition(path, condition)).join(" && ");
}

function compileCondition(path: string, condition: unknown): string {
  const pointer = `/filter/${path}`;
  if (!pathPattern.test(path)) {
    throw invalid(pointer, "A condition must name a member of `data`, such as `status` or `total.amount`.");
  }
  const member = `$${path
    .split(".")
    .map((name) => `.${JSON.stringify(name)}`)
    .join("")}`;
  if (isScalar(condition)) return compileAnyOf(member, [condition]);
  if (Array.isArray(condition)) {
    const values: unknown[] = condition;
    if (values.length > 0 && values.length <= maxValues && values.every(isScalar)) return compileAnyOf(member, values);
  } else if (typeof condition === "object" && condition !== null) {
    const bounds = Object.entries(condition);
    if (bounds.length > 0)
      return bounds.map(([name, bound]) => compileBound(pointer, member, name, bound)).join(" && ");
  }
  throw invalid(
    pointer,
    `A condition must be a value, a list of 1 to ${maxValues} values, or bounds such as {"gte": 100, "lt": 500}.`,
  );
}

function compileAnyOf(member: string, values: readonly Scalar[]): string {
  return `(${values.map((value) => `${member} == ${JSON.stringify(value)}`).join(" || ")})`;
}

function compileBound(pointer: string, member: string, name: string, bound: unknown): string {
  if (!isOperator(name)) throw invalid(pointer, `Bounds are ${Object.keys(operators).join(", ")}, not ${name}.`);
  if (typeof bound === "number") return `${member}.double() ${operators[name]} ${JSON.stringify(bound)}`;
  if (typeof bound === "string" && isScalar(bound)) return `${member} ${operators[name]} ${JSON.stringify(bound)}`;
  throw invalid(pointer, `\`${name}\` must be a number or a string.`);
}

function isOperator(name: string): name is keyof typeof operators {
  return Object.hasOwn(operators, name);
}

function isScalar(value: unknown): value is Scalar {
  if (typeof value === "string") return value.length <= maxTextLength && value.isWellFormed() && !value.includes("\0");
  return value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}

function invalid(pointer: string, detail: string): DomainError {
  return new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer, code: "INVALID", detail }] });
}
