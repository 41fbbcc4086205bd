/** Active filter by the object of events, with a button that removes it. */
export function SubjectFilter({ subject, onClear }: { subject: string; onClear: () => void }) {
  return (
    <p className="col-span-2 py-2 text-13">
      Only about <span className="font-mono text-12 wrap-anywhere">{subject}</span> ·{" "}
      <button type="button" className="text-accent underline underline-offset-3" onClick={onClear}>
        Show all
      </button>
    </p>
  );
}
