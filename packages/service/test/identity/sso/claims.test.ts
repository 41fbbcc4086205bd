import { describe, expect, test } from "vitest";
import { displayNameOf, findVerifiedEmail, isStorable, mergeClaims } from "../../../src/identity/sso/claims.ts";

const identity = { iss: "https://login.example.com", sub: "u1" };
const google = { iss: "https://accounts.google.com", sub: "u1" };
const microsoft = { iss: "https://login.microsoftonline.com/0000/v2.0", sub: "u1" };

describe("the address of a user", () => {
  test.each([
    ["verified", { ...identity, email: "Ada@Corp.example", email_verified: true }, "ada@corp.example"],
    ["without the claim", { ...identity, email: "ada@corp.example" }, undefined],
    ["not verified", { ...identity, email: "ada@corp.example", email_verified: false }, undefined],
    ["verified as a text", { ...identity, email: "ada@corp.example", email_verified: "true" }, undefined],
    ["of another type", { ...identity, email: ["ada@corp.example"], email_verified: true }, undefined],
    ["with two at signs", { ...identity, email: "a@evil.example@corp.example", email_verified: true }, undefined],
    ["with a line break", { ...identity, email: "ada\n@corp.example", email_verified: true }, undefined],
    ["too long", { ...identity, email: `${"a".repeat(300)}@corp.example`, email_verified: true }, undefined],
    ["of a private Google account", { ...google, email: "ada@corp.example", email_verified: true }, undefined],
    [
      "of a Workspace",
      { ...google, email: "a@corp.example", email_verified: true, hd: "corp.example" },
      "a@corp.example",
    ],
    ["of a Microsoft domain", { ...microsoft, email: "ada@corp.example", xms_edov: true }, "ada@corp.example"],
    ["of a foreign Microsoft domain", { ...microsoft, email: "ada@corp.example", xms_edov: false }, undefined],
    ["with the claim of Microsoft elsewhere", { ...identity, email: "ada@corp.example", xms_edov: true }, undefined],
  ])("%s", (_title, claims, expected) => {
    expect(findVerifiedEmail(claims)).toBe(expected);
  });

  test("takes the verification from the user info endpoint for the same address only", () => {
    const token = { ...identity, email: "ada@corp.example" };
    const verified = { sub: "u1", email_verified: true };
    expect(findVerifiedEmail(mergeClaims(token, { ...verified, email: "ada@corp.example" }))).toBe("ada@corp.example");
    expect(findVerifiedEmail(mergeClaims(token, { ...verified, email: "own@evil.example" }))).toBeUndefined();
    expect(findVerifiedEmail(mergeClaims(identity, { ...verified, email: "a@b.example" }))).toBe("a@b.example");
  });
});

test("accepts only issuers and subjects that can be stored", () => {
  expect(isStorable(identity)).toBe(true);
  for (const sub of ["", "\u0000", "\ud800", "s".repeat(256)]) expect(isStorable({ ...identity, sub })).toBe(false);
});

test("names a new user after the claim, or after the address", () => {
  expect(displayNameOf({ ...identity, name: "Ada Lovelace" }, "ada@corp.example")).toBe("Ada Lovelace");
  for (const name of [undefined, 7, "", " ", "a\u0000", "n".repeat(101), "a\u202eb"]) {
    expect(displayNameOf({ ...identity, name }, "ada@corp.example")).toBe("ada");
  }
});
