/**
 * Extracts the text of an uncompressed PDF as a reader copies it: glyphs are mapped to letters only by their font's ToUnicode table.
 *
 * @returns one entry per separately placed text.
 */
export function readPdfText(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(([, id = "", body = ""]) => [id, body]),
  );
  const fonts = new Map<string, readonly string[]>();
  for (const body of objects.values()) {
    for (const [, name = "", id = ""] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1];
      fonts.set(name, readLetters(objects.get(table ?? "") ?? ""));
    }
  }
  const contents = [...objects.values()].filter((body) => body.includes(" Tf\n"));
  return contents.flatMap((content) => readPieces(content, fonts));
}

/** Letters by glyph number of the font. */
function readLetters(table: string): string[] {
  const ranges = [...table.matchAll(/<\w+> <\w+> \[(.*)\]/g)].map(([, range = ""]) => range);
  return ranges.flatMap((range) =>
    [...range.matchAll(/<([^>]*)>/g)].map(([, units = ""]) =>
      Buffer.from(units.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
    ),
  );
}

function readPieces(content: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  const pieces: string[] = [];
  let letters: readonly string[] = [];
  for (const [, font, glyphs] of content.matchAll(/\/(F\d+) \S+ Tf|\[(.*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? [];
    if (glyphs === undefined) continue;
    const numbers = [...glyphs.matchAll(/<(\w+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    pieces.push(numbers.map((hex) => letters[Number.parseInt(hex, 16)] ?? "").join(""));
  }
  return pieces;
}
