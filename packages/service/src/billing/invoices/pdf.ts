import { once } from "node:events";
import { dateAt, formatMoney } from "@wayfare/contract";
// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from "pdfkit";
import type { InvoiceRecord, Line } from "../records.ts";

const margin = 56;
const columns = { description: margin, quantity: 330, unit: 390, amount: 450 } as const;
const amountWidth = 89;
const rowHeight = 18;
const lastRowY = 720;

/**
 * A final invoice as a PDF. It is made of nothing but what the invoice says for good, so the bytes are the same whenever and wherever it is made:
 * the date in it is the invoice's, nothing is compressed, and the fonts are those that every reader has.
 */
export async function renderInvoicePdf(invoice: InvoiceRecord, lines: readonly Line[]): Promise<Buffer> {
  const { number, finalizedAtMs } = invoice;
  if (number === null || finalizedAtMs === null) throw new Error("a draft has no PDF");
  const at = new Date(finalizedAtMs);
  const document = new PDFDocument({
    size: "A4",
    margin,
    compress: false,
    info: {
      Title: `Invoice ${number}`,
      Author: invoice.parties?.seller.split("\n")[0] ?? "",
      CreationDate: at,
      ModDate: at,
    },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, "end");
  writeHead(document, invoice);
  writeLines(document, invoice, lines);
  writeFoot(document, invoice);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

type Document = InstanceType<typeof PDFDocument>;

function writeHead(document: Document, invoice: InvoiceRecord): void {
  const { number, parties, finalizedAtMs, dueAtMs, environment } = invoice;
  document.font("Helvetica-Bold").fontSize(20).text(`Invoice ${number}`, margin, margin);
  document.font("Helvetica").fontSize(10);
  const facts = [
    `Date of issue: ${dateAt(finalizedAtMs ?? 0)}`,
    `Due: ${dateAt(dueAtMs ?? finalizedAtMs ?? 0)}`,
    ...(environment === "test" ? ["Test data: nothing is to be paid."] : []),
  ];
  document.moveDown(0.5).text(facts.join("\n"));
  const y = document.y + 16;
  document.font("Helvetica-Bold").text("From", margin, y).text("To", columns.quantity, y);
  document.font("Helvetica");
  document.text(parties?.seller ?? "", margin, y + 14, { width: 250 });
  const sellerEndsAt = document.y;
  document.text(parties?.buyer ?? "", columns.quantity, y + 14, { width: 200 });
  document.y = Math.max(document.y, sellerEndsAt) + 24;
}

function writeLines(document: Document, { currency }: InvoiceRecord, lines: readonly Line[]): void {
  writeRow(document, "Helvetica-Bold", ["Description", "Quantity", "Each", `Amount, ${currency}`]);
  for (const line of lines) {
    writeRow(document, "Helvetica", [
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
  for (const [name, minor] of sums) writeRow(document, "Helvetica", ["", name, "", amount(minor)]);
  writeRow(document, "Helvetica-Bold", ["", "Due", "", `${amount(dueMinor)} ${currency}`]);
}

function writeRow(document: Document, font: string, cells: readonly [string, string, string, string]): void {
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
