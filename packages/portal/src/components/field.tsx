import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import { classNames } from "./class-names.ts";

/** Classes of text controls. */
export const controlClass =
  "h-8 w-full min-w-0 rounded-control border border-edge bg-raised px-2.5 text-14 text-ink placeholder:text-ink-3 " +
  "aria-invalid:border-critical disabled:bg-sunken disabled:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-16";

/** Attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldFrame {
  label: string;
  /** One sentence under the control. */
  hint?: ReactNode;
  /** Validation error, shown in place of the hint. */
  error?: string | undefined;
  /** True shows the label only to screen readers. */
  labelHidden?: boolean;
  className?: string | undefined;
}

/** Label, control and note. */
export function Field({
  label,
  hint,
  error,
  labelHidden,
  className,
  children,
}: FieldFrame & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  const noteId = note === undefined ? undefined : `${id}-note`;
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-12 font-medium text-ink-2"}>
        {label}
      </label>
      {children({ id, "aria-describedby": noteId, "aria-invalid": error === undefined ? undefined : true })}
      {note !== undefined && (
        <p
          id={noteId}
          role={error === undefined ? undefined : "alert"}
          className={classNames("text-12", error === undefined ? "text-ink-3" : "text-critical")}
        >
          {note}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> & {
    /** True for a monospace font: codes, keys and times. */
    mono?: boolean;
    ref?: Ref<HTMLInputElement>;
  };

/** Single-line text field. */
export function TextField({ label, hint, error, labelHidden, className, mono, ...input }: TextFieldProps) {
  return (
    <Field {...frameOf({ label, hint, error, labelHidden, className })}>
      {(control) => (
        <input autoComplete="off" {...input} {...control} className={classNames(controlClass, mono && "font-mono")} />
      )}
    </Field>
  );
}

type TextAreaProps = FieldFrame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className"> & { mono?: boolean };

/** Multi-line text field. */
export function TextArea({ label, hint, error, labelHidden, className, mono, ...area }: TextAreaProps) {
  return (
    <Field {...frameOf({ label, hint, error, labelHidden, className })}>
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          className={classNames(controlClass, "h-auto py-1.5 pointer-coarse:h-auto", mono && "font-mono text-13")}
        />
      )}
    </Field>
  );
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** Checkbox with label and hint. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex gap-2.5 pointer-coarse:min-h-11 pointer-coarse:items-center">
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : hintId}
        className="mt-0.5 size-4 shrink-0"
      />
      <div>
        <label htmlFor={id} className="text-14">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="text-12 text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Removes undefined members, for `exactOptionalPropertyTypes`. */
function frameOf(frame: { [Name in keyof FieldFrame]: FieldFrame[Name] | undefined }): FieldFrame {
  const { label = "", hint, error, labelHidden, className } = frame;
  return { label, error, className, ...(hint !== undefined && { hint }), ...(labelHidden && { labelHidden }) };
}
