import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldFrame } from "./field.tsx";

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

type SelectProps<Value extends string> = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className" | "value" | "onChange"> & {
    value: Value;
    choices: readonly Choice<NoInfer<Value>>[];
    onChange: (value: NoInfer<Value>) => void;
  };

/**
 * Native select. A value that is not one of the choices, such as an id whose name is not loaded yet, is added as a choice: otherwise the
 * browser would show the first choice instead.
 */
export function Select<Value extends string>({
  label,
  hint,
  error,
  labelHidden = false,
  className,
  choices,
  value,
  onChange,
  ...rest
}: SelectProps<Value>) {
  const listed = choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }];
  return (
    <Field label={label} labelHidden={labelHidden} error={error} className={className} {...(hint ? { hint } : {})}>
      {(control) => (
        <span className="relative block">
          <select
            {...rest}
            {...control}
            value={value}
            onChange={(event) => {
              const chosen = choices.find((choice) => choice.value === event.target.value);
              if (chosen !== undefined) onChange(chosen.value);
            }}
            className={classNames(controlClass, "appearance-none pr-8")}
          >
            {listed.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
          />
        </span>
      )}
    </Field>
  );
}
