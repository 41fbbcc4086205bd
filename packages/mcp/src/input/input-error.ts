/** Invalid arguments of a tool, one line for each. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}
