import {
  AllowlistDryRunSchema,
  NewInvitationSchema,
  NewTotpSchema,
  OAuthConsentSchema,
  OAuthGrantSchema,
  OverviewSchema,
  PasskeySchema,
  PortalSessionSchema,
  RecoveryCodesSchema,
  SignedInDeviceSchema,
  TeamSchema,
} from "@wayfare/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DecodeError, type Decoder } from "../../src/data/decoder.ts";
import {
  readAllowlistDryRun,
  readDevices,
  readNewInvitation,
  readNewTotp,
  readOAuthConsent,
  readOAuthGrant,
  readOverview,
  readPasskeys,
  readProblem,
  readRecoveryCodes,
  readSession,
  readTeam,
} from "../../src/data/portal-responses.ts";

/** JSON Schema keywords used by the responses. */
interface Schema {
  type: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

const listOf = (row: unknown) => ({ type: "object", properties: { data: { type: "array", items: row } } });

const decoders: readonly (readonly [name: string, schema: unknown, read: Decoder<unknown>])[] = [
  ["session", PortalSessionSchema, readSession],
  ["devices", listOf(SignedInDeviceSchema), readDevices],
  ["passkeys", listOf(PasskeySchema), readPasskeys],
  ["new TOTP", NewTotpSchema, readNewTotp],
  ["recovery codes", RecoveryCodesSchema, readRecoveryCodes],
  ["invited", NewInvitationSchema, readNewInvitation],
  ["authorization request", OAuthConsentSchema, readOAuthConsent],
  ["grant", OAuthGrantSchema, readOAuthGrant],
  ["team", TeamSchema, readTeam],
  ["overview", OverviewSchema, readOverview],
  ["dry run", AllowlistDryRunSchema, readAllowlistDryRun],
];

describe.each(decoders)("%s", (_name, schema, read) => {
  const known: Schema = JSON.parse(JSON.stringify(schema));

  test("decodes all values of the contract schema", () => {
    fc.assert(
      fc.property(valueOf(known), (value) => {
        expect(read(value, "")).toStrictEqual(value);
      }),
      { seed: 21, numRuns: 200 },
    );
  });

  test("ignores unknown members", () => {
    const [value] = fc.sample(valueOf(known), { seed: 21, numRuns: 1 });
    expect(read(Object.assign({ later: 1 }, value), "")).toStrictEqual(value);
  });

  test("rejects a missing member and a value of another type, with its pointer in the message", () => {
    for (const { value, pointer } of mutantsOf(known)) {
      expect(() => read(value, ""), `${pointer} in ${JSON.stringify(value)}`).toThrow(
        expect.objectContaining({ message: expect.stringContaining(`\`${pointer || "/"}\` is not`) }),
      );
      expect(() => read(value, "")).toThrow(DecodeError);
    }
  });
});

test("decodes a problem with an unknown code and without errors", () => {
  const problem = { title: "New", code: "BRAND_NEW", detail: "Something.", requestId: "req_1" };
  expect(readProblem({ type: "/errors/BRAND_NEW", status: 418, ...problem }, "")).toStrictEqual(problem);
  const errors = [{ pointer: "/name", code: "BRAND_NEW", detail: "Too new." }];
  expect(readProblem({ ...problem, errors }, "")).toStrictEqual({ ...problem, errors });
  expect(() => readProblem({ ...problem, errors: [{ pointer: "/name" }] }, "")).toThrow(DecodeError);
});

function typesOf({ type }: Schema): string[] {
  return [type].flat();
}

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return fc.oneof(...typesOf(schema).map((type) => valueOfType(type, schema)));
}

function valueOfType(type: string, { properties = {}, items }: Schema): fc.Arbitrary<unknown> {
  if (type === "object") {
    return fc.record(Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valueOf(member)])), {
      noNullPrototype: true,
    });
  }
  if (type === "array" && items !== undefined) return fc.array(valueOf(items), { maxLength: 3 });
  if (type === "string") return fc.string();
  if (type === "integer") return fc.integer();
  if (type === "number") return fc.double({ noNaN: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  throw new Error(`unsupported schema type ${type}`);
}

/** Returns all values that differ from a valid value in exactly one invalid member. */
function mutantsOf(schema: Schema, pointer = ""): { value: unknown; pointer: string }[] {
  const wrong = [null, true, 1.5, "unknown value", [], {}]
    .filter((value) => !allows(schema, value))
    .map((value) => ({ value, pointer }));
  const fullValue = fullValueOf(schema);
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    {
      value: Object.fromEntries(Object.entries(Object(fullValue)).filter(([other]) => other !== name)),
      pointer: `${pointer}/${name}`,
    },
    ...mutantsOf(member, `${pointer}/${name}`).map((mutant) => ({
      ...mutant,
      value: { ...Object(fullValue), [name]: mutant.value },
    })),
  ]);
  const rows = schema.items === undefined ? [] : mutantsOf(schema.items, `${pointer}/0`);
  return [...wrong, ...inside, ...rows.map((mutant) => ({ ...mutant, value: [mutant.value] }))];
}

function allows(schema: Schema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return typesOf(schema).includes(type);
}

/** Returns a valid value with one item in each array. */
function fullValueOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = typesOf(schema);
  if (type === "object") {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([name, member]) => [name, fullValueOf(member)]));
  }
  if (type === "array" && schema.items !== undefined) return [fullValueOf(schema.items)];
  return { string: "text", integer: 1, number: 1.5, boolean: true }[String(type)];
}
