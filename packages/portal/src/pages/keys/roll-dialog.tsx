import type { Key, NewKey } from "@wayfare/sdk";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Select } from "../../components/select.tsx";
import { useKeyActions } from "./data.ts";

const overlaps = [
  { value: "0", label: "None (old key stops after 60 seconds)" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
] as const;

interface RollDialogProps extends DialogState {
  apiKey: Key;
  onRolled: (key: NewKey) => void;
}

/** Dialog that rolls a key: creates a new key with the same settings and revokes the old key after the overlap. */
export function RollDialog({ apiKey, open, onClose, onRolled }: RollDialogProps) {
  const { roll } = useKeyActions();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const start = () =>
    roll.mutate(
      { id: apiKey.id, overlapSeconds: Number(overlap) },
      {
        onSuccess: (key) => {
          onClose();
          onRolled(key);
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Roll ${apiKey.name}?`}
      actionLabel="Roll key"
      kind="primary"
      action={roll}
      onConfirm={start}
    >
      <p className="text-ink-2">
        Creates a new key with the same settings, shown only once. Both keys work until the overlap ends.
      </p>
      <Select label="Overlap" value={overlap} choices={overlaps} onChange={setOverlap} />
    </ConfirmDialog>
  );
}
