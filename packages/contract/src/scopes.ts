/** Permissions of a key. Each `.write` scope includes its `.read` scope. */
export const scopes = [
  "usage.read",
  "usage.write",
  "billing.read",
  "billing.write",
  "flights.search",
  "flights.book",
] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}

/** Returns true if the held scopes include the needed scope. A `.write` scope includes its `.read` scope. */
export function includesScope(held: readonly Scope[], needed: Scope): boolean {
  return (
    held.includes(needed) ||
    (needed.endsWith(".read") && held.some((scope) => scope === needed.replace(/\.read$/, ".write")))
  );
}
