import { type PGlite, parse, protocol } from "@electric-sql/pglite";

export interface PgliteResult {
  readonly rows: unknown[];
  readonly rowCount: number | undefined;
}

const { serialize } = protocol;

/**
 * Statements to PGlite in its own protocol. Its `query` crosses into the WebAssembly six times for each and has it parsed and planned anew; this
 * crosses once, and what has a name is parsed only once. Whoever calls has PGlite for itself meanwhile.
 */
export class PgliteStatements {
  readonly #pglite: PGlite;
  /** The names that the server knows, with their texts. */
  readonly #prepared = new Map<string, string>();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Runs one statement. Rejects with PGlite's error. */
  async run(text: string, values: (string | null)[], name = ""): Promise<PgliteResult> {
    const isKnown = name !== "" && this.#prepared.get(name) === text;
    // One that failed may have been parsed or not.
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

  /** After whatever may have changed what a statement answers with. */
  forget(): void {
    this.#prepared.clear();
  }
}
