/** What a key may do. Each `.write` includes its `.read`. */
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

/** Whether the scopes held include the one needed; `billing.write` includes `billing.read`, and so on. */
export function includesScope(held: readonly Scope[], needed: Scope): boolean {
  return (
    held.includes(needed) ||
    (needed.endsWith(".read") && held.some((scope) => scope === needed.replace(/\.read$/, ".write")))
  );
}
