/** Logo (a great circle between two points) with the product name. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-16 font-semibold tracking-[-0.01em]">
      <svg aria-hidden viewBox="0 0 24 24" fill="none" className="size-6">
        <path d="M4 17C6.5 8 14 5 20 8.5" className="stroke-accent" strokeWidth="1.75" strokeLinecap="round" />
        <circle cx="4" cy="17" r="2.4" className="fill-accent" />
        <circle cx="20" cy="8.5" r="2.4" className="fill-accent" />
      </svg>
      Wayfare
    </span>
  );
}
