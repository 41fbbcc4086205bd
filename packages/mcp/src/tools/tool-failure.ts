/** Failure of a tool that is not an error of the API. The message says how to go on. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}
