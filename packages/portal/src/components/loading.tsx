/** Loading indicator, hidden for the first 250 ms. */
export function Loading({ label }: { label: string }) {
  return (
    <div role="status" className="waiting py-6">
      <span className="sr-only">Loading: {label}</span>
      <span aria-hidden className="block h-px overflow-hidden bg-line">
        <span className="waiting-line block h-full w-1/4 bg-accent" />
      </span>
    </div>
  );
}
