import { ApiError } from "@wayfare/sdk";
import { makeFlag } from "./flag.ts";

let shownId: string | undefined;

const accountChanged = makeFlag();

/** Sets the account whose data this window shows; undefined on the pages for signing in. */
export function setShownAccount(id: string | undefined): void {
  shownId = id;
}

/**
 * Adds the account that this window shows to the headers of a request. The service rejects the request if the session was switched to
 * another account in another window.
 */
export function addShownAccount(headers: Headers): void {
  if (shownId !== undefined) headers.set("Wayfare-Account", shownId);
}

/** Sets whether the session was switched to another account than this window shows. */
export const setAccountChanged = accountChanged.set;

/** Returns true if the session was switched to another account, and re-renders when that changes. */
export const useAccountChanged = accountChanged.useValue;

/** Returns true if a request was rejected because the session was switched to another account. */
export function isAccountChange(error: unknown): boolean {
  return error instanceof ApiError && error.code === "SESSION_ACCOUNT_CHANGED";
}
