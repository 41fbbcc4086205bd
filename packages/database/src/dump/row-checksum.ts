import { hash } from "node:crypto";

/** Row count of a table, and a checksum of its rows that does not depend on their order. */
export interface TableContent {
  readonly rows: number;
  /** The sum, modulo 2^128, of the first half of each row's SHA-256; hexadecimal. */
  readonly checksum: string;
}

/** Computes the row count and checksum of a table, row by row. */
export class RowChecksum {
  #rows = 0;
  #high = 0n;
  #low = 0n;

  add(row: string): void {
    const digest = hash("sha256", row, "buffer");
    this.#rows++;
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(0));
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(8));
  }

  content(): TableContent {
    const hex = [this.#high, this.#low].map((half) => half.toString(16).padStart(16, "0"));
    return { rows: this.#rows, checksum: hex.join("") };
  }
}
