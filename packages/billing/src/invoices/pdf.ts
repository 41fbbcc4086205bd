import { once } from "node:events";
import { formatMoney } from "@wayfare/contract";
import type { InvoiceRecord, Line, Parties } from "../records/records.ts";
import { loadPdfFonts, type PdfFonts } from "./pdf-fonts.ts";

const margin = 56;
const columns = { description: margin, quantity: 330, unit: 390, amount: 450 } as const;
const amountWidth = 89;
const rowHeight = 18;
const lastRowY = 720;

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Formats a date in UTC as `23 November 2026`, which readers of all countries understand. */
function formatDate(atMs: number): string {
  return dates.format(atMs);
}

/** Box at the top right in which the logo is printed, in points. */
const logoBox = { width: 150, height: 48 } as const;

/**
 * Renders a final invoice as a PDF. The bytes depend only on immutable invoice data and are the same each time: the date is the invoice's,
 * nothing is compressed, and the glyphs are embedded. Characters that the fonts lack become U+FFFD.
 *
 * @param logo PNG or JPEG of the seller; null for none
 */
export async function renderInvoicePdf(
  invoice: InvoiceRecord,
  lines: readonly Line[],
  logo: Buffer | null = null,
): Promise<Buffer> {
  const fonts = await loadPdfFonts();
  const document = await startDocument(invoice, fonts);
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, "end");
  const printed = { ...invoice, parties: spell(invoice.parties, fonts) };
  if (logo !== null) {
    const { width, height } = logoBox;
    document.image(logo, document.page.width - margin - width, margin, { fit: [width, height], align: "right" });
  }
  writeHead(document, printed);
  writeLines(
    document,
    printed,
    lines.map((line) => ({ ...line, description: fonts.printable(line.description) })),
  );
  writeFoot(document, printed);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

async function startDocument(invoice: InvoiceRecord, { regular, bold }: PdfFonts): Promise<Document> {
  const { number, finalizedAtMs, parties } = invoice;
  if (number === null || finalizedAtMs === null) throw new Error("cannot render a draft invoice as PDF");
  // Loaded by the first PDF, like the fonts: the library adds 15 MB to a process.
  const { default: PDFDocument } = await import("pdfkit");
  const at = new Date(finalizedAtMs);
  const document = new PDFDocument({
    size: "A4",
    margin,
    compress: false,
    info: {
      Title: `Invoice ${number}`,
      Author: parties?.seller.split("\n")[0] ?? "",
      CreationDate: at,
      ModDate: at,
    },
  });
  return document.registerFont("regular", regular).registerFont("bold", bold);
}

function spell(parties: Parties | null, { printable }: PdfFonts): Parties | null {
  if (parties === null) return null;
  const { seller, buyer, taxName } = parties;
  return { ...parties, seller: printable(seller), buyer: printable(buyer), taxName: printable(taxName) };
}

type Document = PDFKit.PDFDocument;

function writeHead(document: Document, invoice: InvoiceRecord): void {
  const { number, parties, finalizedAtMs, dueAtMs, environment } = invoice;
  document.font("bold").fontSize(20).text(`Invoice ${number}`, margin, margin, { width: 300 });
  document.font("regular").fontSize(10);
  const facts = [
    `Date of issue: ${formatDate(finalizedAtMs ?? 0)}`,
    `Due: ${formatDate(dueAtMs ?? finalizedAtMs ?? 0)}`,
    ...(environment === "test" ? ["Test data: nothing is to be paid."] : []),
  ];
  document.moveDown(0.5).text(facts.join("\n"));
  const y = document.y + 16;
  document.font("bold").text("From", margin, y).text("To", columns.quantity, y);
  document.font("regular");
  document.text(parties?.seller ?? "", margin, y + 14, { width: 250 });
  const sellerEndsAt = document.y;
  document.text(parties?.buyer ?? "", columns.quantity, y + 14, { width: 200 });
  document.y = Math.max(document.y, sellerEndsAt) + 24;
}

function writeLines(document: Document, { currency }: InvoiceRecord, lines: readonly Line[]): void {
  writeRow(document, "bold", ["Description", "Quantity", "Each", `Amount, ${currency}`]);
  for (const line of lines) {
    writeRow(document, "regular", [
      line.description,
      line.quantity === null ? "" : String(line.quantity),
      line.unitPrice ?? "",
      formatMoney(line.amountMinor, currency).amount,
    ]);
  }
}

function writeFoot(document: Document, invoice: InvoiceRecord): void {
  const { currency, subtotalMinor, discountMinor, taxMinor, totalMinor, creditMinor, dueMinor } = invoice;
  document.y += 10;
  const amount = (minor: number) => formatMoney(minor, currency).amount;
  const sums: [string, number][] = [
    ["Subtotal", subtotalMinor],
    ["Discount", discountMinor],
    [invoice.parties?.taxName ?? "Tax", taxMinor],
    ["Total", totalMinor],
    ["Credit", creditMinor],
  ];
  for (const [name, minor] of sums) writeRow(document, "regular", ["", name, "", amount(minor)]);
  writeRow(document, "bold", ["", "Due", "", `${amount(dueMinor)} ${currency}`]);
  const note = invoice.parties?.taxNote;
  if (note !== undefined)
    document
      .font("regular")
      .fontSize(9)
      .text(note, margin, document.y + 10, { width: 483 });
}

function writeRow(
  document: Document,
  font: "regular" | "bold",
  cells: readonly [string, string, string, string],
): void {
  if (document.y > lastRowY) document.addPage();
  const { y } = document;
  const [description, quantity, unit, amount] = cells;
  document.font(font).fontSize(9);
  document.text(description, columns.description, y, { width: 260, height: rowHeight, ellipsis: true });
  document.text(quantity, columns.quantity, y, { width: 60, lineBreak: false });
  document.text(unit, columns.unit, y, { width: 60, lineBreak: false });
  document.text(amount, columns.amount, y, { width: amountWidth, align: "right", lineBreak: false });
  document.y = y + rowHeight;
}
