import { Mutex, messages, parse, protocol, TransactionAbortedError, types } from "@electric-sql/pglite";
import { columnParser, parsedTypeIds } from "../driver/column-values.ts";
import { DatabaseError, isConnectionLost } from "../port/errors.ts";
import type { PgliteThread } from "./pglite-thread.ts";

export interface PgliteResult {
  readonly rows: unknown[];
  readonly rowCount: number | undefined;
}

type BackendMessage = Parameters<typeof parse.parseResults>[0][number];

const { serialize, Parser } = protocol;

/** Includes PGlite's own types, because it parses types without an entry here. */
const parsers = Object.fromEntries(
  [...Object.keys(types.parsers).map(Number), ...parsedTypeIds()].map((typeId) => [typeId, columnParser(typeId)]),
);

/** BEGIN without a Sync: if it fails, PostgreSQL skips the statement that follows in the same message. */
const beginMessages = [serialize.parse({ text: "BEGIN" }), serialize.bind({}), serialize.execute({})];

/**
 * Runs statements in PGlite's wire protocol, one message to its thread per statement. A named statement is parsed once. The caller must
 * have exclusive use of PGlite.
 */
export class PgliteStatements {
  readonly #thread: PgliteThread;
  /** Reused, because creating one costs as much as parsing a short response. A response always ends with a complete message. */
  readonly #parser = new Parser();
  /** Prepared statements by name, with their texts. */
  readonly #prepared = new Map<string, string>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #transactions = new Mutex();
  readonly #queries = new Mutex();
  #transaction: "none" | "due" | "open" = "none";

  constructor(thread: PgliteThread) {
    this.#thread = thread;
  }

  /** Runs `work` outside of transactions, in order of the calls. */
  runOutside<T>(work: () => Promise<T>): Promise<T> {
    return this.#transactions.runExclusive(() => this.runInside(work));
  }

  /** Runs one statement of the open transaction after the others. */
  runInside<T>(work: () => Promise<T>): Promise<T> {
    return this.#queries.runExclusive(work);
  }

  /** Runs one statement. Rejects with PostgreSQL's error. */
  async run(text: string, values: (string | null)[], name = ""): Promise<PgliteResult> {
    const isKnown = name !== "" && this.#prepared.get(name) === text;
    // A failed statement may or may not have been parsed.
    this.#prepared.delete(name);
    const received = await this.#exchange([
      ...(name === "" || isKnown ? [] : [serialize.close({ type: "S", name })]),
      ...(isKnown ? [] : [serialize.parse({ name, text })]),
      serialize.bind({ statement: name, values }),
      serialize.describe({ type: "P" }),
      serialize.execute({}),
    ]);
    if (name !== "") this.#prepared.set(name, text);
    const [result] = parse.parseResults(received, parsers);
    return { rows: result?.rows ?? [], rowCount: result?.rowCount };
  }

  /** Runs several statements in one text. */
  async script(sql: string): Promise<void> {
    await this.#exchange([serialize.query(sql)]);
  }

  /** Runs `work` in a transaction. BEGIN is sent with its first statement. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#transactions.runExclusive(async () => {
      this.#transaction = "due";
      try {
        const result = await work();
        await this.runInside(() => this.#commit());
        return result;
      } catch (error) {
        await this.runInside(() => this.#rollback());
        throw error;
      }
    });
  }

  /** Adds a listener and returns the function that removes it. `quoted` is the channel as an SQL identifier. */
  async listen(channel: string, quoted: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(onMessage));
    try {
      await this.runOutside(() => this.script(`LISTEN ${quoted}`));
    } catch (error) {
      listeners.delete(onMessage);
      throw error;
    }
    return async () => {
      if (!listeners.delete(onMessage) || listeners.size > 0) return;
      await this.runOutside(() => this.script(`UNLISTEN ${quoted}`));
    };
  }

  /** Clears prepared statements. Call after a change that can affect their result columns. */
  clear(): void {
    this.#prepared.clear();
  }

  /** Commits. A COMMIT after an ignored failed statement is a ROLLBACK; after a crash of the thread, the outcome is unknown. */
  async #commit(): Promise<void> {
    const isOpen = this.#transaction === "open";
    this.#transaction = "none";
    if (!isOpen) return;
    const received = await this.#exchange([serialize.query("COMMIT")]).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || !isConnectionLost(error)) throw error;
      throw new DatabaseError(error.code, error.message, { outcomeUnknown: true });
    });
    const isRollback = received.some(
      (each) => each instanceof messages.CommandCompleteMessage && each.text === "ROLLBACK",
    );
    if (isRollback) throw new TransactionAbortedError();
  }

  async #rollback(): Promise<void> {
    const isOpen = this.#transaction === "open";
    this.#transaction = "none";
    if (isOpen) await this.#exchange([serialize.query("ROLLBACK")]);
  }

  async #exchange(parts: Uint8Array[]): Promise<BackendMessage[]> {
    const begins = this.#transaction === "due";
    if (begins) this.#transaction = "open";
    const received: BackendMessage[] = [];
    let failure: messages.DatabaseError | undefined;
    const response = await this.#thread.execute([...(begins ? beginMessages : []), ...parts, serialize.sync()]);
    this.#parser.parse(response, (message) => {
      if (message instanceof messages.DatabaseError) failure ??= message;
      else if (message instanceof messages.NotificationResponseMessage) this.#notify(message.channel, message.payload);
      received.push(message);
    });
    if (failure !== undefined) throw failure;
    return begins ? received.slice(received.findIndex(({ name }) => name === "commandComplete") + 1) : received;
  }

  #notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) queueMicrotask(() => listener(payload));
  }
}
