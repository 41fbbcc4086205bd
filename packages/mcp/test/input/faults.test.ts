import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { describeFaults } from "../../src/input/faults.ts";

const schema = {
  type: "object",
  properties: {
    origin: { type: "string", pattern: "^[A-Z]{3}$", description: "Departure.", examples: ["JFK"] },
    cabin: { enum: ["economy", "first"] },
    count: { type: "integer", minimum: 1 },
    either: {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
      description: "One or several.",
    },
  },
  required: ["origin"],
  additionalProperties: false,
};
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
const faultsOf = (value: unknown) => {
  const validate = ajv.compile(schema);
  validate(value);
  return describeFaults(validate.errors ?? [], schema);
};

test("names the argument, the fault, the expected values and an example", () => {
  expect(faultsOf({})).toEqual(['/origin is required. Departure. Example: "JFK"']);
  expect(faultsOf({ origin: "jfk", cabin: "eco", count: 0, to: 1 })).toEqual([
    "/to is not an argument. Arguments: origin, cabin, count, either.",
    '/origin has the wrong format, not "jfk". Departure. Example: "JFK"',
    '/cabin must be one of economy, first, not "eco".',
    "/count must be >= 1, not 0.",
  ]);
  expect(faultsOf([])).toEqual(["The arguments must be of type object, not []."]);
});

test("reports a value that matches no branch once", () => {
  expect(faultsOf({ origin: "JFK", either: 1 })).toEqual([
    "/either has the wrong type or format, not 1. One or several.",
  ]);
});

test("shortens long values and long lists of faults", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, at]));
  expect(faultsOf({ origin: "y".repeat(500), ...many }).join("\n").length).toBeLessThan(1200);
});
