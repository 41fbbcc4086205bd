import { type PGlite, parse, protocol } from "@electric-sql/pglite";

export interface PgliteResult {
  readonly rows: unknown[];
  readonly rowCount: number | undefined;
}

const { serialize } = protocol;

/**
 * Runs statements in PGlite's wire protocol. PGlite's `query` crosses into WebAssembly six times per statement and parses and plans it each
 * time; this crosses once, and parses a named statement once. The caller must have exclusive use of PGlite.
 */
export class PgliteStatements {
  readonly #pglite: PGlite;
  /** Prepared statements by name, with their texts. */
  readonly #prepared = new Map<string, string>();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Runs one statement. Rejects with PGlite's error. */
  async run(text: string, values: (string | null)[], name = ""): Promise<PgliteResult> {
    const isKnown = name !== "" && this.#prepared.get(name) === text;
    // A failed statement may or may not have been parsed.
    this.#prepared.delete(name);
    const messages = await this.#pglite.execProtocolStream(
      Buffer.concat([
        ...(name === "" || isKnown ? [] : [serialize.close({ type: "S", name })]),
        ...(isKnown ? [] : [serialize.parse({ name, text })]),
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
        serialize.sync(),
      ]),
      { syncToFs: false },
    );
    if (name !== "") this.#prepared.set(name, text);
    const [result] = parse.parseResults(messages, this.#pglite.parsers);
    return { rows: result?.rows ?? [], rowCount: result?.rowCount };
  }

  /** Clears prepared statements. Call after a change that can affect their result columns. */
  clear(): void {
    this.#prepared.clear();
  }
}
