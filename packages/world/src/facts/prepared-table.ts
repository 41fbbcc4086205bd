import type { Columns } from "@wayfare/engine";

/**
 * Columns of a table: the keys as lines; JSON of the names of the records' members, then of the values of each record, without separators;
 * and the offset of each JSON text and of their end. Names that every record would repeat would double the size.
 */
export function packTable(name: string, table: ReadonlyMap<string, unknown>): Columns {
  const { members, rows } = splitMembers([...table.values()]);
  const texts = [members, ...rows].map((row) => JSON.stringify(row));
  const offsets = new Uint32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) offsets[at + 1] = (offsets[at] ?? 0) + Buffer.byteLength(text);
  return {
    [`${name}.keys`]: packText([...table.keys()].join("\n")),
    [`${name}.offsets`]: offsets,
    [`${name}.records`]: packText(texts.join("")),
  };
}

/** The text of a list, for `parseList`. */
export function packList(list: readonly unknown[]): Uint8Array {
  return packText(JSON.stringify(splitMembers(list)));
}

/** Parses a list that `packList` has written from a frozen one. `revive` converts a parsed record, which is frozen. */
export function parseList<Value>(text: string, revive: (record: unknown) => Value): readonly Value[] {
  const { members, rows }: { members: Members; rows: unknown[] } = JSON.parse(text);
  return Object.freeze(rows.map((row) => revive(joinMembers(members, row))));
}

/** Names of the members of records that all have the same; null for other values. */
type Members = readonly string[] | null;

function splitMembers(records: readonly unknown[]): { members: Members; rows: readonly unknown[] } {
  const [first] = records;
  const members = isRecord(first) ? Object.keys(first) : [];
  const hasMembers = (record: unknown) => {
    if (!isRecord(record)) return false;
    const names = Object.keys(record);
    return names.length === members.length && names.every((name, at) => name === members[at]);
  };
  if (members.length === 0 || !records.every(hasMembers)) return { members: null, rows: records };
  return { members, rows: records.map((record) => (isRecord(record) ? Object.values(record) : [])) };
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the frozen record of parsed values. */
function joinMembers(members: Members, parsed: unknown): unknown {
  let record = parsed;
  if (members !== null && Array.isArray(parsed)) {
    const joined: Record<string, unknown> = {};
    for (let at = 0; at < members.length; at++) joined[members[at] ?? ""] = parsed[at];
    record = joined;
  }
  freezeDeep(record);
  return record;
}

function packText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Text of a column, or of a part of it, in shared memory. */
export function readText({ buffer, byteOffset, length }: Uint8Array, from = 0, to = length): string {
  return Buffer.from(buffer, byteOffset, length).toString("utf8", from, to);
}

/** Freezes parsed JSON and everything in it. */
function freezeDeep(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}

/**
 * A table of prepared facts, in shared memory. A record is decoded when it is first used, and kept by the thread. The keys are decoded
 * with the first use of the table.
 */
export class PreparedTable<Value> implements ReadonlyMap<string, Value> {
  readonly size: number;
  readonly #keyText: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #records: Uint8Array;
  readonly #revive: (record: unknown) => Value;
  readonly #decoded: Value[] = [];
  #members: Members | undefined;
  #positions: ReadonlyMap<string, number> | undefined;

  /**
   * @param columns of `packTable`
   * @param revive converts a parsed record, which is frozen
   */
  constructor(
    { keys, offsets, records }: { keys: Uint8Array; offsets: Uint32Array; records: Uint8Array },
    revive: (record: unknown) => Value,
  ) {
    this.size = offsets.length - 2;
    this.#keyText = keys;
    this.#offsets = offsets;
    this.#records = records;
    this.#revive = revive;
  }

  get(key: string): Value | undefined {
    const position = this.#index().get(key);
    return position === undefined ? undefined : this.#at(position);
  }

  has(key: string): boolean {
    return this.#index().has(key);
  }

  keys(): MapIterator<string> {
    return this.#index().keys();
  }

  values(): MapIterator<Value> {
    return this.#index()
      .values()
      .map((position) => this.#at(position));
  }

  entries(): MapIterator<[string, Value]> {
    return this.#index()
      .entries()
      .map(([key, position]): [string, Value] => [key, this.#at(position)]);
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(callback: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }

  #index(): ReadonlyMap<string, number> {
    this.#positions ??= new Map(
      this.size === 0
        ? []
        : readText(this.#keyText)
            .split("\n")
            .map((key, position) => [key, position]),
    );
    return this.#positions;
  }

  #at(position: number): Value {
    return (this.#decoded[position] ??= this.#revive(
      joinMembers(this.#memberNames(), JSON.parse(this.#textAt(position + 1))),
    ));
  }

  #memberNames(): Members {
    const members: Members = this.#members === undefined ? JSON.parse(this.#textAt(0)) : this.#members;
    this.#members = members;
    return members;
  }

  #textAt(at: number): string {
    return readText(this.#records, this.#offsets[at], this.#offsets[at + 1]);
  }
}
