import { type ReactNode, useId } from "react";

interface CheckboxGroupProps {
  legend: string;
  /** Validation error. */
  error: string | undefined;
  children: ReactNode;
}

/** Group of checkboxes. */
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
