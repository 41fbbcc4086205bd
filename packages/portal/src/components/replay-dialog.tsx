import type { DeliveryStatus, ReplayStarted } from "@wayfare/sdk";
import { useState } from "react";
import { useDataClock } from "../data/test-clock.ts";
import { type ReplayOrder, useAllWebhooks, useReplay, useReplayCount, useReplayProgress } from "../data/webhooks.ts";
import { ActionProblem } from "./action-problem.tsx";
import { Button } from "./button.tsx";
import { Dialog, type DialogState } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { fromLocalInput, toLocalInput } from "./local-input.ts";
import { formatCount, formatCounted } from "./money-format.ts";
import { Problem } from "./problem.tsx";
import { Select } from "./select.tsx";

interface ReplayDialogProps extends DialogState {
  /** The endpoint, where it is settled; otherwise the dialog asks. */
  webhookId?: string | undefined;
  /** What is offered first. */
  status?: DeliveryStatus | undefined;
}

const statuses = [
  { value: "dead_lettered", label: "Only those that were dead-lettered" },
  { value: "delivered", label: "Only those that were delivered" },
  { value: "", label: "All that the endpoint subscribes to" },
] as const;

/** Delivers events of the past once more: how many they are is seen before anything is sent. */
export function ReplayDialog({ webhookId, status = "dead_lettered", open, onClose }: ReplayDialogProps) {
  const [begun, setBegun] = useState<{ webhookId: string; answer: ReplayStarted } | null>(null);
  const close = () => {
    setBegun(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="Deliver past events again">
      {begun === null ? (
        <ReplayForm
          webhookId={webhookId}
          status={status}
          onBegun={(id, answer) => setBegun({ webhookId: id, answer })}
          onCancel={close}
        />
      ) : (
        <ReplayProgress {...begun} onDone={close} />
      )}
    </Dialog>
  );
}

interface ReplayFormProps {
  webhookId: string | undefined;
  status: DeliveryStatus;
  onBegun: (webhookId: string, answer: ReplayStarted) => void;
  onCancel: () => void;
}

function ReplayForm({ webhookId, status: offered, onBegun, onCancel }: ReplayFormProps) {
  const webhooks = useAllWebhooks().filter((each) => each.status === "active" || each.status === "paused");
  const { nowMs } = useDataClock();
  const [endpoint, setEndpoint] = useState(webhookId ?? "");
  const [status, setStatus] = useState<(typeof statuses)[number]["value"]>(
    statuses.find(({ value }) => value === offered)?.value ?? "",
  );
  const [from, setFrom] = useState(() => toLocalInput(nowMs - 7 * 86_400_000));
  const fromInstant = fromLocalInput(from);
  const target = endpoint === "" ? (webhooks[0]?.id ?? "") : endpoint;
  const order: ReplayOrder | null =
    target === "" || fromInstant === null
      ? null
      : { webhookId: target, from: fromInstant, ...(status !== "" && { status }) };
  const count = useReplayCount(order);
  const replay = useReplay();
  const matched = count.data?.matched;
  const isMinimum = count.data?.matchedIsMinimum ?? false;
  const matchesNone = matched === undefined || (matched === 0 && !isMinimum);
  if (webhookId === undefined && webhooks.length === 0) {
    return <p className="text-ink-2">No endpoint is active. Register one first, or resume one.</p>;
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (order !== null) replay.mutate(order, { onSuccess: (answer) => onBegun(order.webhookId, answer) });
      }}
    >
      {webhookId === undefined && (
        <Select
          label="Endpoint"
          value={target}
          choices={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
          onChange={setEndpoint}
        />
      )}
      <TextField
        label="Since"
        type="datetime-local"
        mono
        required
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        hint="In your own time zone."
      />
      <Select label="Which" value={status} choices={statuses} onChange={setStatus} />
      <p role="status" className="text-13 text-ink-2">
        {matched === undefined
          ? count.isFetching && "Counting."
          : `${isMinimum ? "At least " : ""}${formatCounted(matched, "event matches", "events match")}.`}
        {!matchesNone && " Each becomes a new delivery with a schedule of its own."}
      </p>
      <ActionProblem error={replay.error ?? count.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          busy={replay.isPending}
          disabled={order === null || count.isFetching || matchesNone}
        >
          {matched === undefined || isMinimum ? "Deliver" : `Deliver ${formatCounted(matched, "event", "events")}`}
        </Button>
      </div>
    </form>
  );
}

interface ReplayProgressProps {
  webhookId: string;
  answer: ReplayStarted;
  onDone: () => void;
}

function ReplayProgress({ webhookId, answer, onDone }: ReplayProgressProps) {
  const progress = useReplayProgress(webhookId, answer.id);
  const replayed = progress.data?.replayed ?? 0;
  const status = progress.data?.status ?? "running";
  return (
    <>
      <p role="status">
        {status === "running" &&
          `${formatCount(replayed)} of ${answer.matchedIsMinimum ? "at least " : ""}${formatCount(answer.matched)} deliveries made so far.`}
        {status === "finished" &&
          `${formatCounted(replayed, "delivery is made and on its way", "deliveries are made and on their way")}.`}
        {status === "cancelled" && "Cancelled: the endpoint was deleted or disabled."}
      </p>
      <progress
        className="h-1 w-full accent-accent"
        aria-label="Deliveries made"
        max={Math.max(1, answer.matched, replayed)}
        value={replayed}
      />
      {progress.error !== null && <Problem error={progress.error} />}
      <div className="flex justify-end">
        <Button kind={status === "running" ? "secondary" : "primary"} onClick={onDone}>
          {status === "running" ? "Close (continues in the background)" : "Done"}
        </Button>
      </div>
    </>
  );
}
