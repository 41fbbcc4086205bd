import type { Metadata } from "@wayfare/sdk";

/** Metadata of an object, sorted by name. */
export function MetadataList({ metadata }: { metadata: Metadata }) {
  const pairs = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (pairs.length === 0) return "None";
  return (
    <dl className="grid gap-x-4 gap-y-1 font-mono wide:grid-cols-[max-content_1fr]">
      {pairs.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="break-all text-ink-3">{name}</dt>
          <dd className="min-w-0 break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
