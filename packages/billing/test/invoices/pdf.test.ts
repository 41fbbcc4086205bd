import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { renderInvoicePdf } from "../../src/invoices/pdf.ts";
import type { InvoiceRecord, Line } from "../../src/records/records.ts";
import { readPdfText } from "./pdf-text.ts";

const issuedMs = Date.UTC(2026, 11, 21, 9);

const line: Line = {
  kind: "subscription",
  description: "Pro",
  quantity: null,
  unitPrice: null,
  amountMinor: 4900,
  startMs: issuedMs,
  endMs: null,
  couponCode: null,
};

function invoiceTo(buyer: string, { seller = "Wayfare", taxName = "VAT" } = {}): InvoiceRecord {
  return {
    accountId: "acct_a",
    environment: "live",
    id: "inv_a",
    subscriptionId: null,
    kind: "change",
    status: "open",
    number: "WF-000001",
    currency: "EUR",
    startMs: null,
    endMs: null,
    finalizeAtMs: issuedMs,
    createdAtMs: issuedMs,
    finalizedAtMs: issuedMs,
    dueAtMs: issuedMs,
    paidAtMs: null,
    voidedAtMs: null,
    subtotalMinor: 4900,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: 4900,
    creditMinor: 0,
    dueMinor: 4900,
    parties: { seller, buyer, taxName, taxRate: "0" },
    paidWith: null,
  };
}

async function printedTo(buyer: string): Promise<string[]> {
  return readPdfText(await renderInvoicePdf(invoiceTo(buyer), [line]));
}

describe("a PDF invoice", () => {
  test.each([
    ["Polish", "Łódź Wycieczki"],
    ["Czech", "Příliš žluťoučký kůň"],
    ["Turkish", "İstanbul ışığı"],
    ["Vietnamese", "Du lịch Việt Nam"],
    ["Greek", "Ταξίδια Αθήνα"],
    ["polytonic Greek", "Ἀθῆναι, ᾧ"],
    ["Russian", "Путешествия"],
    ["Ukrainian", "Подорожі ґанок їжак"],
    ["Serbian", "Љубав Ђорђе"],
    ["Kazakh", "Қазақстан әуе"],
  ])("contains parties, tax and lines in %s as extractable text", async (_language, name) => {
    const invoice = invoiceTo(name, { seller: `1 ${name}\n2 ${name}`, taxName: name.slice(0, 7) });
    const text = readPdfText(await renderInvoicePdf(invoice, [{ ...line, description: `3 ${name}` }]));
    expect(text).toEqual(expect.arrayContaining([name, `1 ${name}`, `2 ${name}`, `3 ${name}`, name.slice(0, 7)]));
    expect(text).toEqual(expect.arrayContaining(["Invoice WF-000001", "Due", "49.00 EUR"]));
  });

  test.each([
    [
      "Latin",
      [
        [0x21, 0x2af],
        [0x1e00, 0x1eff],
        [0x2c60, 0x2c7f],
      ],
    ],
    [
      "Greek",
      [
        [0x370, 0x3ff],
        [0x1f00, 0x1fff],
      ],
    ],
    ["Cyrillic", [[0x400, 0x52f]]],
  ] as const)("prints every letter of the %s blocks", async (_script, blocks) => {
    const letters = blocks
      .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
      .filter((letter) => /\p{L}/u.test(letter))
      .map((letter) => letter.normalize("NFC"));
    expect((await printedTo(letters.join(" "))).join("").replaceAll(" ", "")).toContain(letters.join(""));
  });

  test("spells out dates, and prints the lines of an address", async () => {
    const text = await printedTo("Example Travel Ltd\n1 High Street\nVAT GB123456789");
    expect(text).toEqual(
      expect.arrayContaining([
        "Date of issue: 21 December 2026",
        "Due: 21 December 2026",
        "Example Travel Ltd",
        "1 High Street",
        "VAT GB123456789",
      ]),
    );
  });

  test("prints a logo without changing the text", async () => {
    // One gray pixel.
    const logo = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
      "base64",
    );
    const invoice = invoiceTo("Buyer");
    const plain = await renderInvoicePdf(invoice, [line]);
    const printed = await renderInvoicePdf(invoice, [line], logo);
    expect(plain.includes("/Subtype /Image")).toBe(false);
    expect(printed.includes("/Subtype /Image")).toBe(true);
    expect(readPdfText(printed)).toEqual(readPdfText(plain));
    expect((await renderInvoicePdf(invoice, [line], logo)).equals(printed)).toBe(true);
  });

  test("composes decomposed letters", async () => {
    expect(await printedTo("Wycieczki Łódź".normalize("NFD"))).toContain("Wycieczki Łódź");
  });

  test("replaces characters that the fonts lack with U+FFFD", async () => {
    const text = await printedTo("日本 Łódź 😀 العربية\nשלום\n");
    expect(text).toEqual(
      expect.arrayContaining(["\u{fffd}\u{fffd} Łódź \u{fffd} " + "\u{fffd}".repeat(7), "\u{fffd}".repeat(4)]),
    );
  });

  test("has the same bytes regardless of earlier PDFs with letters that share a glyph", async () => {
    const baku = await renderInvoicePdf(invoiceTo("Gəncə"), [line]);
    expect(await printedTo("Әуе кәсіп")).toContain("Әуе кәсіп");
    expect((await renderInvoicePdf(invoiceTo("Gəncə"), [line])).equals(baku)).toBe(true);
    expect(readPdfText(baku)).toContain("Gəncə");
  });

  test("embeds only the glyphs that it uses", async () => {
    expect((await renderInvoicePdf(invoiceTo("Łódź Wycieczki"), [line])).length).toBeLessThan(25_000);
  });

  test("loads the PDF library only for the first PDF", async () => {
    const script = `
      const loaded = [];
      const { registerHooks } = await import("node:module");
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { renderInvoicePdf } = await import(process.argv[1]);
      const before = loaded.length;
      await renderInvoicePdf(JSON.parse(process.argv[2]), []);
      const found = (urls) => ["pdfkit", "fontkit"].filter((name) => urls.some((url) => url.includes("/node_modules/" + name + "/")));
      console.log(JSON.stringify([found(loaded.slice(0, before)), found(loaded)]));`;
    const module = new URL("../../src/invoices/pdf.ts", import.meta.url).href;
    const invoice = JSON.stringify(invoiceTo("Łódź"));
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "-e",
      script,
      module,
      invoice,
    ]);
    expect(JSON.parse(stdout)).toEqual([[], ["pdfkit", "fontkit"]]);
  });
});
