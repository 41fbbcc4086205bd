import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { encodeQr } from "../src/pages/settings/qr/encode-qr.ts";
import { makeCheckBytes } from "../src/pages/settings/qr/reed-solomon.ts";
import { alignmentCentres, versionFor } from "../src/pages/settings/qr/version.ts";

const draw = (text: string): string =>
  encodeQr(text)
    .map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""))
    .join("\n");

test("the check bytes of the standard's own example are its", () => {
  // ISO/IEC 18004, annex I: "01234567" in version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  expect(makeCheckBytes(data, 10)).toStrictEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test("the smallest version that holds a text is taken, and what is too long is refused", () => {
  expect([14, 15, 62, 63, 180, 181, 412].map((length) => versionFor(length).number)).toStrictEqual([
    1, 2, 4, 5, 9, 10, 15,
  ]);
  expect(() => encodeQr("x".repeat(413))).toThrow(RangeError);
});

test("alignment patterns lie where the standard's table has them", () => {
  expect(
    [1, 2, 7, 14].map((number) => alignmentCentres({ ...versionFor(1), number, size: number * 4 + 17 })),
  ).toStrictEqual([[], [6, 18], [6, 22, 38], [6, 26, 46, 66]]);
});

test("a code has its three finders and its timing", () => {
  const rows = draw("https://example.com").split("\n");
  const size = rows.length;
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    const finder = rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    expect(finder).toStrictEqual(["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]);
  }
  expect(rows[6]?.slice(8, size - 8)).toMatch(/^(#\.)*#$/);
});

test.each([
  ["otpauth://totp/Wayfare:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Wayfare", "729d28f1d19fb3a0"],
  ["x".repeat(300), "2abaf9ed149140d4"],
])("%s is drawn as it was when an independent reader read it", (text, digest) => {
  expect(createHash("sha256").update(draw(text)).digest("hex").slice(0, 16)).toBe(digest);
});
