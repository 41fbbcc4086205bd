/** Failure of a tool that is not an error of the API. The message names the next call. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}
