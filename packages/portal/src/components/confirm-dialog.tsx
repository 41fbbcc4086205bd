import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";
import { Button } from "./button.tsx";

interface ConfirmDialogProps extends Pick<ActionDialogProps, "open" | "onClose" | "title" | "action" | "children"> {
  /** Label of the action button. */
  actionLabel: string;
  kind?: "danger" | "primary";
  /** Label of the cancel button. */
  cancelLabel?: string;
  /** True while the action is not possible yet. */
  disabled?: boolean;
  onConfirm: () => void;
}

/** Confirmation dialog for an action that cannot be undone: a question as title, its consequences as content. */
export function ConfirmDialog({
  actionLabel,
  kind = "danger",
  cancelLabel = "Cancel",
  disabled = false,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      cancelLabel={cancelLabel}
      button={
        <Button kind={kind} busy={dialog.action.isPending} disabled={disabled} onClick={onConfirm}>
          {actionLabel}
        </Button>
      }
    />
  );
}
