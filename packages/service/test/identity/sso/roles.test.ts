import { expect, test } from "vitest";
import { roleOf } from "../../../src/identity/sso/roles.ts";

const groupRoles = { admins: "owner", staff: "viewer", devs: "developer" } as const;
const connection = { groupsClaim: "groups", groupRoles, defaultRole: null };

test.each([
  ["the role of the group", ["staff"], "viewer"],
  ["the role with the most rights of several groups", ["staff", "devs"], "developer"],
  ["the role of a claim with one text", "admins", "owner"],
  ["no role without a listed group", ["other"], null],
  ["no role without groups", undefined, null],
  ["no role for groups of another type", [{ name: "admins" }, 1], null],
  ["no role for names of object members", ["constructor", "__proto__"], null],
])("gives %s", (_title, groups, expected) => {
  expect(roleOf(connection, { groups })).toBe(expected);
});

test("gives the default role without a listed group, and none without a groups claim", () => {
  expect(roleOf({ ...connection, defaultRole: "billing" }, { groups: ["other"] })).toBe("billing");
  expect(roleOf({ ...connection, groupsClaim: null, defaultRole: "viewer" }, { groups: ["admins"] })).toBeUndefined();
});

test("reads at most 1,000 groups", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `g${index}`);
  expect(roleOf(connection, { groups: [...many, "admins"] })).toBeNull();
});
