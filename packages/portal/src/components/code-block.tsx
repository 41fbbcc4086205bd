import { CopyButton } from "./copy-button.tsx";

/** Code with a copy button. Long lines wrap, so that they are readable on small screens. */
export function CodeBlock({ code, contentName }: { code: string; contentName: string }) {
  return (
    <div className="relative rounded-control border border-line bg-sunken">
      <pre
        className="max-h-96 overflow-y-auto py-3 pr-12 pl-4 font-mono text-12 leading-5 break-words whitespace-pre-wrap"
        tabIndex={0}
      >
        <code>{code}</code>
      </pre>
      <span className="absolute top-1.5 right-1.5">
        <CopyButton text={code} contentName={contentName} />
      </span>
    </div>
  );
}
