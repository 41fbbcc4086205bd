const initialBytes = 512 * 1024;
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const maxBytesPerUnit = 3;

/**
 * Collects text as UTF-8 in one buffer that is used again for the next response. A response as one string would be a large object, which
 * garbage collection copies and scans; its flights one by one are short-lived.
 */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(initialBytes);
  #length = 0;

  /** Starts a new text. */
  reset(): void {
    this.#length = 0;
  }

  write(text: string): void {
    const needed = this.#length + text.length * maxBytesPerUnit;
    if (needed > this.#buffer.byteLength) this.#grow(needed);
    this.#length += this.#buffer.write(text, this.#length, "utf8");
  }

  /** Returns the bytes written so far, which the next text overwrites. */
  peek(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.byteLength * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
