import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useState } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldFrame } from "./field.tsx";

type PasswordFieldProps = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "type" | "className">;

/** Password field with a button that shows what was typed. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} className={className} {...(hint !== undefined && { hint })}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            spellCheck={false}
            autoCapitalize="off"
            className={classNames(controlClass, "pr-10 pointer-coarse:pr-12")}
          />
          <IconButton
            label={shown ? "Hide password" : "Show password"}
            aria-pressed={shown}
            className="absolute top-0 right-0"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </span>
      )}
    </Field>
  );
}
