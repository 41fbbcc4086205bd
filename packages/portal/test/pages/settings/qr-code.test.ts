import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QrCode } from "../../../src/pages/settings/qr-code.tsx";

const quietZone = 4;

/** Returns the modules of the image including the quiet zone, with "#" for a dark module. */
function readModules(text: string): string[] {
  const html = renderToStaticMarkup(createElement(QrCode, { text, label: "code" }));
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(html)?.[1]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => "."));
  for (const [, x, y] of html.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)];
    if (row !== undefined) row[Number(x)] = "#";
  }
  return rows.map((row) => row.join(""));
}

/** Digests of matrices that an independent decoder decoded to the same text. */
test.each([
  ["otpauth://totp/Wayfare:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Wayfare", "729d28f1d19fb3a0"],
  ["x".repeat(300), "2abaf9ed149140d4"],
])("encodes %s as the verified matrix", (text, digest) => {
  const rows = readModules(text);
  const inside = rows.slice(quietZone, -quietZone).map((row) => row.slice(quietZone, -quietZone));
  expect(createHash("sha256").update(inside.join("\n")).digest("hex").slice(0, 16)).toBe(digest);
});

test("has a quiet zone of four light modules on each side", () => {
  const rows = readModules("https://example.com");
  const edges = [...rows.slice(0, quietZone), ...rows.slice(-quietZone)];
  expect(edges.join("")).toMatch(/^\.+$/);
  for (const row of rows) expect(row).toMatch(/^\.{4}.*\.{4}$/);
});
