const storageKey = "wayfare.invitation";

/** Keeps the token of an invitation in this window while its user signs in, which can lead over other pages. */
export function keepInvitation(token: string): void {
  sessionStorage.setItem(storageKey, token);
}

/** Returns the token of the invitation; null if there is none. */
export function readInvitation(): string | null {
  return sessionStorage.getItem(storageKey);
}

/** Deletes the token after the invitation was accepted or declined. */
export function dropInvitation(): void {
  sessionStorage.removeItem(storageKey);
}
