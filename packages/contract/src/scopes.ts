/** Permissions that the owners of an account can give to its keys. Each `.write` scope includes its `.read` scope. */
export const accountScopes = [
  "usage.read",
  "usage.write",
  "billing.read",
  "billing.write",
  "flights.search",
  "flights.book",
] as const;

/**
 * Permissions on all accounts of the deployment. Only operators and service keys of the operators' account have them: keys of other kinds
 * or accounts never do, whatever their row says.
 */
export const operatorScopes = ["accounts.read", "accounts.write"] as const;

/** Permissions of a key. */
export const scopes = [...accountScopes, ...operatorScopes] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}

/** Returns true for a scope of `operatorScopes`. */
export function isOperatorScope(scope: Scope): boolean {
  return operatorScopes.some((each) => each === scope);
}

/** Returns true if the held scopes include the needed scope. A `.write` scope includes its `.read` scope. */
export function includesScope(held: readonly Scope[], needed: Scope): boolean {
  return (
    held.includes(needed) ||
    (needed.endsWith(".read") && held.some((scope) => scope === needed.replace(/\.read$/, ".write")))
  );
}
