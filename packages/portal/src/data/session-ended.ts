import { ApiError } from "@wayfare/sdk";
import { makeFlag } from "./flag.ts";

const sessionEnded = makeFlag();

/** Sets whether the session of this window has ended: it expired, or the user signed out in another window. */
export const setSessionEnded = sessionEnded.set;

/** Returns true if the session of this window has ended, and re-renders when that changes. */
export const useSessionEnded = sessionEnded.useValue;

const codes: ReadonlySet<string> = new Set(["SIGN_IN_REQUIRED", "AUTH_MISSING", "AUTH_INVALID"]);

/** Returns true if a request failed because there is no session, not because of wrong credentials in a form. */
export function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && codes.has(error.code);
}
