import type { Key, NewKey } from "@wayfare/sdk";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Select } from "../../components/select.tsx";
import { useKeyActions } from "./data.ts";

const overlaps = [
  { value: "0", label: "None: the old key ends in a minute" },
  { value: "3600", label: "An hour" },
  { value: "86400", label: "A day" },
  { value: "604800", label: "A week" },
] as const;

interface RollDialogProps extends DialogState {
  apiKey: Key;
  onRolled: (made: NewKey) => void;
}

/** Makes a key with the same settings beside this one, which ends after the overlap. */
export function RollDialog({ apiKey, open, onClose, onRolled }: RollDialogProps) {
  const { roll } = useKeyActions();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const start = () =>
    roll.mutate(
      { id: apiKey.id, overlapSeconds: Number(overlap) },
      {
        onSuccess: (made) => {
          onClose();
          onRolled(made);
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Roll ${apiKey.name}?`}
      deed="Roll key"
      kind="primary"
      keep="Cancel"
      action={roll}
      onConfirm={start}
    >
      <p className="text-ink-2">
        A new key with the same settings is made and shown once. Both work until the overlap ends.
      </p>
      <Select label="Overlap" value={overlap} choices={overlaps} onChange={setOverlap} />
    </ConfirmDialog>
  );
}
