import { ApiError } from "@wayfare/sdk";

/** Returns the API's error for one member of the request, such as `/password`, to show it at its field. */
export function fieldErrorOf(error: Error | null, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find((each) => each.pointer === pointer)?.detail;
}
