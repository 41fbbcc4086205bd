import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface RadioOptionProps {
  /** What the options of one choice share. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}

/** One of several, of which the label alone is seen: it shows what is chosen and where the focus is. */
export function RadioOption({ name, checked, onChoose, className, children }: RadioOptionProps) {
  return (
    <label className={classNames("has-focus-visible:outline-2 has-focus-visible:outline-accent", className)}>
      <input type="radio" name={name} className="sr-only" checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
