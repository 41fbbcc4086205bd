import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";
import { Button } from "./button.tsx";

interface ConfirmDialogProps extends Pick<ActionDialogProps, "open" | "onClose" | "title" | "action" | "children"> {
  /** What the button says: the deed. */
  deed: string;
  kind?: "danger" | "primary";
  /** What saying no says. */
  keep?: string;
  onConfirm: () => void;
}

/** Asks before something is done that does not come back: a question as its title, and below it what comes of a yes. */
export function ConfirmDialog({ deed, kind = "danger", keep = "Keep it", onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      refusal={keep}
      button={
        <Button kind={kind} busy={dialog.action.isPending} onClick={onConfirm}>
          {deed}
        </Button>
      }
    />
  );
}
