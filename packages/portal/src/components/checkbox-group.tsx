import type { ReactNode } from "react";

interface CheckboxGroupProps {
  legend: string;
  /** What is wrong with the choice. */
  error: string | undefined;
  children: ReactNode;
}

/** Boxes of which several may be ticked. */
export function CheckboxGroup({ legend, error, children }: CheckboxGroupProps) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-12 font-medium text-ink-2">{legend}</legend>
      {children}
      {error !== undefined && (
        <p role="alert" className="pt-1 text-12 text-critical">
          {error}
        </p>
      )}
    </fieldset>
  );
}
