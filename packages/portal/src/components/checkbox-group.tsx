import { type ReactNode, useId } from "react";

interface CheckboxGroupProps {
  legend: string;
  /** What is wrong with the choice. */
  error: string | undefined;
  children: ReactNode;
}

/** Boxes of which several may be ticked. */
export function CheckboxGroup({ legend, error, children }: CheckboxGroupProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="pb-1.5 text-12 font-medium text-ink-2">{legend}</legend>
      {children}
      {error !== undefined && (
        <p id={errorId} role="alert" className="pt-1 text-12 text-critical">
          {error}
        </p>
      )}
    </fieldset>
  );
}
