import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** State of a dialog. */
export interface DialogState {
  open: boolean;
  onClose: () => void;
}

interface DialogProps extends DialogState {
  title: string;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** False for content that is shown only once: only a button closes the dialog. */
  dismissible?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/**
 * Modal dialog based on the native `<dialog>`, which traps and restores the focus and closes on Escape. A bottom sheet on narrow screens.
 * The content is mounted only while the dialog is open, so its state is reset each time.
 */
export function Dialog({ open, onClose, title, footer, dismissible = true, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element?.open === false) {
      element.showModal();
      findFirst(element)?.focus();
    }
    if (!open && element?.open === true) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
      onPointerDown={(event) => {
        if (dismissible && event.target === dialog.current) onClose();
      }}
      className={classNames(
        "mx-auto mt-auto mb-0 max-h-[85dvh] w-full max-w-full overflow-hidden rounded-t-control border border-line bg-raised p-0",
        "shadow-overlay wide:my-auto wide:rounded-control open:appearing",
        wide ? "wide:max-w-2xl" : "wide:max-w-md",
      )}
    >
      {open && (
        <div className="flex max-h-[85dvh] flex-col wrap-anywhere">
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <h2 id={titleId} className="min-w-0 pt-1 text-16 font-semibold">
              {title}
            </h2>
            {dismissible && (
              <IconButton label="Close" onClick={onClose}>
                <X />
              </IconButton>
            )}
          </header>
          <div className="flex min-w-0 flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
          )}
        </div>
      )}
    </dialog>
  );
}

/** Returns the element to focus: the first field, else the first link or button below the title. */
function findFirst(dialog: HTMLDialogElement): HTMLElement | null {
  return dialog.querySelector("input, select, textarea") ?? dialog.querySelector("header ~ * :is(a, button)");
}
