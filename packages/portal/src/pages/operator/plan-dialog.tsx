import type { CreatePlan, Plan, PlanPreview } from "@wayfare/sdk";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { Select } from "../../components/select.tsx";
import { readText } from "../../data/form-text.ts";
import { usePlanActions } from "./data.ts";
import { formatTiers, parseTiers, readPlan } from "./plan-form.ts";

interface PlanDialogProps extends DialogState {
  /** Current version, whose terms the form starts with; undefined for a new plan. */
  current?: Plan | undefined;
}

/** Dialog that previews and creates a plan, or the next version of one. */
export function PlanDialog({ open, onClose, current }: PlanDialogProps) {
  const { preview, create } = usePlanActions();
  const [previewed, setPreviewed] = useState<{ plan: CreatePlan; effect: PlanPreview } | null>(null);
  const [quotaBehavior, setQuotaBehavior] = useState<CreatePlan["quotaBehavior"]>(current?.quotaBehavior ?? "overage");
  const [tierError, setTierError] = useState<string>();
  const submit = (form: FormData) => {
    const currency = current?.price.currency ?? readText(form, "currency");
    const tiers = parseTiers(readText(form, "overageTiers"), currency);
    setTierError(tiers === undefined ? "Write a number of searches, or more, and a price on each line." : undefined);
    if (tiers === undefined) return;
    const plan = readPlan(form, { name: current?.name ?? null, currency, quotaBehavior, tiers });
    preview.mutate(plan, { onSuccess: (effect) => setPreviewed({ plan, effect }) });
  };
  const close = () => {
    setPreviewed(null);
    onClose();
  };
  return (
    <>
      <FormDialog
        open={open && previewed === null}
        onClose={onClose}
        title={current === undefined ? "Create plan" : `New version of ${current.title}`}
        submitLabel="Preview"
        action={preview}
        onSubmit={submit}
        wide
      >
        <PlanFields current={current}>
          <Select
            label="When the included searches are used"
            value={quotaBehavior}
            choices={[
              { value: "overage", label: "Charge further searches" },
              { value: "hard_stop", label: "Refuse further searches" },
            ]}
            onChange={setQuotaBehavior}
          />
          {quotaBehavior === "overage" && (
            <TextArea
              label="Prices of further searches"
              name="overageTiers"
              defaultValue={current === undefined ? "more 0.004" : formatTiers(current.overageTiers)}
              hint="One tier on each line: its last search, or more, and the price of each search. 50000 0.0035 is the price of the first 50,000 searches beyond those included."
              error={tierError}
              mono
            />
          )}
        </PlanFields>
      </FormDialog>
      <ConfirmDialog
        open={open && previewed !== null}
        onClose={close}
        title={previewed === null ? "" : `Create version ${previewed.effect.version} of ${previewed.plan.name}?`}
        actionLabel="Create version"
        kind="primary"
        action={create}
        disabled={previewed?.effect.changes.length === 0}
        onConfirm={() => previewed !== null && create.mutate(previewed.plan, { onSuccess: close })}
      >
        {previewed !== null && <Effect effect={previewed.effect} />}
      </ConfirmDialog>
    </>
  );
}

function PlanFields({ current, children }: { current: Plan | undefined; children: ReactNode }) {
  const number = (label: string, name: string, value: number, min = 1) => (
    <TextField label={label} name={name} type="number" min={min} defaultValue={value} required />
  );
  const limits = current?.keyLimits;
  return (
    <>
      {current === undefined && (
        <TextField
          label="Name"
          name="name"
          hint="In the API, such as travel-2027. It cannot be changed."
          pattern="[a-z][a-z0-9_\-]{0,39}"
          required
          mono
        />
      )}
      {current === undefined && (
        <TextField
          label="Currency"
          name="currency"
          defaultValue="USD"
          hint="Code, such as EUR. Only accounts in this currency can have the plan. It cannot be changed."
          pattern="[A-Z]{3}"
          required
          mono
        />
      )}
      <TextField label="Title" name="title" defaultValue={current?.title} maxLength={60} required />
      <div className="grid gap-4 wide:grid-cols-3">
        <TextField
          label={current === undefined ? "Price per month" : `Price per month, ${current.price.currency}`}
          name="price"
          inputMode="decimal"
          pattern="\d+(\.\d+)?"
          defaultValue={current?.price.amount}
          required
        />
        {number("Live searches included", "searchesIncluded", current?.searchesIncluded ?? 50_000, 0)}
        {number("Trial, days", "trialDays", current?.trialDays ?? 0, 0)}
      </div>
      {children}
      <div className="grid gap-4 wide:grid-cols-3">
        {number("Requests per second", "requestsPerSecond", limits?.requestsPerSecond ?? 100)}
        {number("Burst of requests", "requestsBurst", limits?.requestsBurst ?? 400)}
        {number("Concurrent searches", "searchesAtOnce", limits?.searchesAtOnce ?? 40)}
        {number("Searches per second", "searchesPerSecond", limits?.searchesPerSecond ?? 40)}
        {number("Burst of searches", "searchesBurst", limits?.searchesBurst ?? 80)}
      </div>
      <TextArea
        label="Features"
        name="features"
        defaultValue={current?.features.join("\n")}
        hint="Shown to customers, one on each line. Wayfare does not enforce them."
      />
    </>
  );
}

function Effect({ effect: { changes, subscriptionsKept, accountsChanged } }: { effect: PlanPreview }) {
  if (changes.length === 0) return <p className="text-ink-2">The current version has these terms already.</p>;
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-1 text-13">
        {changes.map(({ member, before, after }) => (
          <div key={member} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-3">{member}</dt>
            <dd className="font-mono wrap-anywhere">{before === null ? after : `${before} → ${after}`}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-2">
        {formatCounted(subscriptionsKept, "subscription keeps its version", "subscriptions keep their version")} until
        the account changes plans.{" "}
        {accountsChanged > 0 &&
          `${formatCounted(accountsChanged, "account", "accounts")} without a subscription get the new terms at once.`}
      </p>
    </div>
  );
}
