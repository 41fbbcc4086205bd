import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface RadioOptionProps {
  /** Name shared by the options of a group. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}

/** Radio button with a visually hidden input. The label shows selection and focus. */
export function RadioOption({ name, checked, onChoose, className, children }: RadioOptionProps) {
  return (
    <label className={classNames("has-focus-visible:outline-2 has-focus-visible:outline-accent", className)}>
      <input type="radio" name={name} className="sr-only" checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
