/** Who holds the scopes that not every role has. */
export const holders = {
  "usage.write": "An owner or a developer",
  "billing.read": "An owner or somebody with the role billing or viewer",
  "billing.write": "An owner or somebody with the role billing",
} as const;

/** Stands where the button would be, for somebody whose role does not have it. */
export function WhoMay({ scope, may }: { scope: keyof typeof holders; may: string }) {
  return (
    <p className="text-13 text-ink-3">
      {holders[scope]} can {may}.
    </p>
  );
}
