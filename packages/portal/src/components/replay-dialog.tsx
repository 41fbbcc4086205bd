import type { DeliveryStatus, ReplayStarted } from "@wayfare/sdk";
import { useState } from "react";
import { useDataClock } from "../data/test-clock.ts";
import { type ReplayParams, useAllWebhooks, useReplay, useReplayCount, useReplayProgress } from "../data/webhooks.ts";
import { ActionProblem } from "./action-problem.tsx";
import { Button } from "./button.tsx";
import { Dialog, type DialogState } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { fromLocalInput, toLocalInput } from "./local-input.ts";
import { formatCount, formatCounted } from "./money-format.ts";
import { Problem } from "./problem.tsx";
import { Select } from "./select.tsx";

interface ReplayDialogProps extends DialogState {
  /** Endpoint of the replay. If absent, the dialog has a field for it. */
  webhookId?: string | undefined;
  /** Initial value of the status filter. */
  status?: DeliveryStatus | undefined;
}

const statuses = [
  { value: "dead_lettered", label: "Dead-lettered events" },
  { value: "delivered", label: "Delivered events" },
  { value: "", label: "All subscribed events" },
] as const;

/** Dialog that replays past events. Shows the number of matching events before the start. */
export function ReplayDialog({ webhookId, status = "dead_lettered", open, onClose }: ReplayDialogProps) {
  const [started, setStarted] = useState<{ webhookId: string; replay: ReplayStarted } | null>(null);
  const close = () => {
    setStarted(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="Replay events">
      {started === null ? (
        <ReplayForm
          webhookId={webhookId}
          status={status}
          onStarted={(id, replay) => setStarted({ webhookId: id, replay })}
          onCancel={close}
        />
      ) : (
        <ReplayProgress {...started} onDone={close} />
      )}
    </Dialog>
  );
}

interface ReplayFormProps {
  webhookId: string | undefined;
  status: DeliveryStatus;
  onStarted: (webhookId: string, replay: ReplayStarted) => void;
  onCancel: () => void;
}

function ReplayForm({ webhookId, status: initialStatus, onStarted, onCancel }: ReplayFormProps) {
  const webhooks = useAllWebhooks().filter((each) => each.status === "active" || each.status === "paused");
  const { nowMs } = useDataClock();
  const [endpoint, setEndpoint] = useState(webhookId ?? "");
  const [status, setStatus] = useState<(typeof statuses)[number]["value"]>(
    statuses.find(({ value }) => value === initialStatus)?.value ?? "",
  );
  const [from, setFrom] = useState(() => toLocalInput(nowMs - 7 * 86_400_000));
  const fromInstant = fromLocalInput(from);
  const target = endpoint === "" ? (webhooks[0]?.id ?? "") : endpoint;
  const params: ReplayParams | null =
    target === "" || fromInstant === null
      ? null
      : { webhookId: target, from: fromInstant, ...(status !== "" && { status }) };
  const count = useReplayCount(params);
  const replay = useReplay();
  const matched = count.data?.matched;
  const isMinimum = count.data?.matchedIsMinimum ?? false;
  const matchesNone = matched === undefined || (matched === 0 && !isMinimum);
  if (webhookId === undefined && webhooks.length === 0) {
    return <p className="text-ink-2">No active endpoint. Add or resume an endpoint first.</p>;
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (params !== null) replay.mutate(params, { onSuccess: (started) => onStarted(params.webhookId, started) });
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
        hint="In your local time zone."
      />
      <Select label="Events" value={status} choices={statuses} onChange={setStatus} />
      <p role="status" className="text-13 text-ink-2">
        {matched === undefined
          ? count.isFetching && "Counting events…"
          : `${isMinimum ? "At least " : ""}${formatCounted(matched, "event matches", "events match")}.`}
        {!matchesNone && " Each event becomes a new delivery with its own retry schedule."}
      </p>
      <ActionProblem error={replay.error ?? count.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          busy={replay.isPending}
          disabled={params === null || count.isFetching || matchesNone}
        >
          {matched === undefined || isMinimum ? "Replay" : `Replay ${formatCounted(matched, "event", "events")}`}
        </Button>
      </div>
    </form>
  );
}

interface ReplayProgressProps {
  webhookId: string;
  replay: ReplayStarted;
  onDone: () => void;
}

function ReplayProgress({ webhookId, replay, onDone }: ReplayProgressProps) {
  const progress = useReplayProgress(webhookId, replay.id);
  const replayed = progress.data?.replayed ?? 0;
  const status = progress.data?.status ?? "running";
  return (
    <>
      <p role="status">
        {status === "running" &&
          `${formatCount(replayed)} of ${replay.matchedIsMinimum ? "at least " : ""}${formatCount(replay.matched)} deliveries created.`}
        {status === "finished" && `${formatCounted(replayed, "delivery created", "deliveries created")}.`}
        {status === "cancelled" && "Cancelled: the endpoint was deleted or disabled."}
      </p>
      <progress
        className="h-1 w-full accent-accent"
        aria-label="Deliveries created"
        max={Math.max(1, replay.matched, replayed)}
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
