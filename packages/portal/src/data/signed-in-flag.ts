const storageKey = "wayfare.signedIn";

/**
 * Returns true if a user may be signed in in this browser. Scripts cannot read the session cookie, and a request without a session would
 * log an error in the browser console on each visit.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}

/** Stores the flag that a user is signed in. */
export function setSignedInFlag(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, "");
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: the service is requested each time.
  }
}
