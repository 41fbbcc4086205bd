import { CopyButton } from "./copy-button.tsx";

/** Code to take away. It wraps, since a line that is cut off cannot be read on a phone. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="relative rounded-control border border-line bg-sunken">
      <pre
        className="max-h-96 overflow-y-auto py-3 pr-12 pl-4 font-mono text-12 leading-5 break-words whitespace-pre-wrap"
        tabIndex={0}
      >
        <code>{code}</code>
      </pre>
      <span className="absolute top-1.5 right-1.5">
        <CopyButton text={code} what={what} />
      </span>
    </div>
  );
}
