/** A command cannot be carried out as it was typed; the message says what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}
