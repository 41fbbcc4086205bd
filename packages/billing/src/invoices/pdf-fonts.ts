import { readFile } from "node:fs/promises";
import { dependencyPath } from "@wayfare/resources";
import type { Font, Glyph } from "fontkit";

/** Fonts of invoices: Arimo, metric-compatible with Helvetica, with Latin, Greek and Cyrillic letters. */
export interface PdfFonts {
  readonly regular: Font;
  readonly bold: Font;
  /** Returns text in composed form (NFC), with U+FFFD for characters that the font lacks. */
  readonly printable: (text: string) => string;
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Also accepts parsed fonts; its own types allow only files. */
      registerFont(name: string, font: Font): this;
    }
  }
}

/** Excluded, although Arimo has Hebrew: pdfkit sets words from left to right. */
const rightToLeft = /\p{Script=Hebrew}/u;
let loaded: PdfFonts | undefined;

/** Returns the fonts for one document. They are read and parsed for the first PDF of the process and cached. */
export async function loadPdfFonts(): Promise<PdfFonts> {
  loaded ??= await readFonts();
  const { regular, bold, printable } = loaded;
  return { regular: forDocument(regular), bold: forDocument(bold), printable };
}

async function readFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([
    readFont(dependencyPath("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf")),
    readFont(dependencyPath("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf")),
  ]);
  const letters = regular.characterSet.map((codePoint) => String.fromCodePoint(codePoint));
  const covered = new Set(letters.filter((letter) => !rightToLeft.test(letter))).add("\n");
  return { regular, bold, printable: (text) => replaceMissing(text, covered) };
}

async function readFont(file: string): Promise<Font> {
  const [{ create }, bytes] = await Promise.all([import("fontkit"), readFile(file)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it would be a collection only if the file held several fonts
  return create(bytes) as Font;
}

/**
 * Returns the font with its own glyph cache. A glyph keeps the characters that it was first used for, which a PDF reader copies and
 * searches. Latin ə and Cyrillic ә share a glyph, so with a shared cache, the bytes of an invoice would depend on earlier invoices. The
 * tables, which are slow to parse, are shared.
 */
function forDocument(font: Font): Font {
  const glyphs = new Map<number, Glyph>();
  const getGlyph = (id: number, codePoints: number[] = []): Glyph => {
    const glyph: Glyph = glyphs.get(id) ?? Object.create(font.getGlyph(id), { codePoints: { value: codePoints } });
    glyphs.set(id, glyph);
    return glyph;
  };
  return Object.create(font, { getGlyph: { value: getGlyph } });
}

function replaceMissing(text: string, covered: ReadonlySet<string>): string {
  return Array.from(text.normalize("NFC"), (character) => (covered.has(character) ? character : "\u{fffd}")).join("");
}
