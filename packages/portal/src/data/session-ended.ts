import { ApiError } from "@wayfare/sdk";
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let isEnded = false;

/** Sets whether the session of this window has ended: it expired, or the user signed out in another window. */
export function setSessionEnded(ended: boolean): void {
  isEnded = ended;
  for (const listener of listeners) listener();
}

/** Returns true if the session of this window has ended, and re-renders when that changes. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => isEnded);
}

const codes: ReadonlySet<string> = new Set(["SIGN_IN_REQUIRED", "AUTH_MISSING", "AUTH_INVALID"]);

/** Returns true if a request failed because there is no session, not because of wrong credentials in a form. */
export function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && codes.has(error.code);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
