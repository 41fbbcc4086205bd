const storageKey = "wayfare.signedIn";

/**
 * Whether somebody has signed in here and not out again. The session's cookie is hidden from scripts, and asking the service without
 * one is an error in the browser's log at each visit.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}

/** Keeps or forgets it. */
export function markSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, "");
    else localStorage.removeItem(storageKey);
  } catch {
    // The service is then asked each time.
  }
}
