/** Invalid use of a command. The message says what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}
