import { Link, type LinkProps } from "@tanstack/react-router";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "./class-names.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

const base =
  "inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 text-13 font-medium " +
  "whitespace-nowrap transition-opacity duration-120 disabled:opacity-50 pointer-coarse:h-11 pointer-coarse:px-4 [&_svg]:size-4";

const kinds: Record<ButtonKind, string> = {
  primary: "border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-strong",
  secondary: "border-edge bg-raised text-ink not-disabled:hover:border-ink-2",
  quiet: "border-transparent text-ink-2 not-disabled:hover:bg-sunken not-disabled:hover:text-ink",
  danger: "border-critical bg-raised text-critical not-disabled:hover:bg-critical not-disabled:hover:text-on-critical",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  /** True shows a progress indicator and disables the button. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Button, with `type="button"` by default. */
export function Button({ kind = "secondary", busy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classNames(base, kinds[kind], className)}
    >
      {busy ? <Pending>{children}</Pending> : children}
    </button>
  );
}

function Pending({ children }: { children: ReactNode }) {
  return (
    <span className="relative overflow-hidden">
      {children}
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-px overflow-hidden">
        <span className="waiting-line block h-full w-1/3 bg-current" />
      </span>
    </span>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible label and tooltip. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Square button with only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink",
        "pointer-coarse:size-11 [&_svg]:size-4",
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Link to a page, styled as a button. */
export function ButtonLink({
  kind = "secondary",
  className,
  ...rest
}: LinkProps & { kind?: ButtonKind; className?: string }) {
  return <Link {...rest} className={classNames(base, kinds[kind], className)} />;
}
