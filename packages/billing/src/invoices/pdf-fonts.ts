import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font, Glyph } from "fontkit";

/** What invoices are printed with: Arimo, which is as wide as Helvetica, with the letters of Latin, Greek and Cyrillic. */
export interface PdfFonts {
  readonly regular: Font;
  readonly bold: Font;
  /** The text in its composed form, with U+FFFD for each character that cannot be printed. */
  readonly printable: (text: string) => string;
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** It takes parsed fonts too; its types know files alone. */
      registerFont(name: string, font: Font): this;
    }
  }
}

const require = createRequire(import.meta.url);
/** Arimo has Hebrew, but pdfkit sets every word to the right of the one before it. */
const rightToLeft = /\p{Script=Hebrew}/u;
let loaded: PdfFonts | undefined;

/** The fonts for one document. They are read and parsed for the first PDF that a process makes, and kept. */
export async function loadPdfFonts(): Promise<PdfFonts> {
  loaded ??= await readFonts();
  const { regular, bold, printable } = loaded;
  return { regular: forDocument(regular), bold: forDocument(bold), printable };
}

async function readFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([
    readFont(require.resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf")),
    readFont(require.resolve("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf")),
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
 * The font, with glyphs of its own. A glyph keeps the characters that it first stood for, and those are what a reader of the PDF copies and finds; Latin ə and
 * Cyrillic ә are one glyph, so with glyphs shared, the bytes of an invoice would depend on the invoices before it. The tables, which take long to parse, are shared.
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
