import { useNavigate } from "@tanstack/react-router";
import type { FullSearchRequest, WatchCondition } from "@wayfare/sdk";
import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { readText } from "../../data/form-text.ts";
import { useHasScope } from "../../data/session.ts";
import { useWatchActions } from "../../data/watches.ts";

const intervals = [
  { value: "15", label: "Every 15 minutes" },
  { value: "60", label: "Every hour" },
  { value: "360", label: "Every 6 hours" },
  { value: "1440", label: "Every day" },
] as const;

/** Button that creates a watch of the current search. */
export function WatchSearch({ request }: { request: FullSearchRequest }) {
  const mayWatch = useHasScope("flights.search");
  const { create } = useWatchActions();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [interval, setInterval] = useState<(typeof intervals)[number]["value"]>("60");
  const [isEmpty, setIsEmpty] = useState(false);
  if (!mayWatch) return null;
  const submit = (form: FormData) => {
    const condition = readCondition(form, request.currency ?? "USD");
    setIsEmpty(Object.keys(condition).length === 0);
    if (Object.keys(condition).length === 0) return;
    create.mutate(
      { search: request, condition, intervalMinutes: Number(interval) },
      { onSuccess: ({ id }) => void navigate({ to: "/watches/$id", params: { id } }) },
    );
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bell aria-hidden />
        Watch this search
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Watch this search"
        submitLabel="Create watch"
        action={create}
        onSubmit={submit}
      >
        <ConditionFields request={request} error={isEmpty ? "Enter at least one condition." : undefined} />
        <Select
          label="Run"
          value={interval}
          choices={intervals}
          onChange={setInterval}
          hint="Each run counts as one search. Runs with test data are free."
        />
      </FormDialog>
    </>
  );
}

/** Conditions for the kinds of offers of the search. */
function ConditionFields({ request, error }: { request: FullSearchRequest; error: string | undefined }) {
  const { includeCash = true, includeAward = false, currency = "USD" } = request;
  const number = { inputMode: "decimal", pattern: "[0-9]{1,9}([.][0-9]{1,2})?" } as const;
  const integer = { inputMode: "numeric", pattern: "[0-9]{1,9}" } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {includeCash && (
        <>
          <TextField
            label={`Highest price in ${currency}`}
            name="maxPrice"
            title="An amount."
            {...number}
            error={error}
          />
          <TextField
            label="Drop in percent"
            name="dropPercent"
            title="A number from 1 to 99."
            inputMode="numeric"
            pattern="[1-9][0-9]?"
            hint="Compared with the first run."
          />
        </>
      )}
      {includeAward && (
        <>
          <TextField
            label="Most miles"
            name="maxMiles"
            title="A number of miles."
            {...integer}
            error={includeCash ? undefined : error}
          />
          <TextField label="Least cents per mile" name="minCentsPerPoint" title="A number." {...number} />
        </>
      )}
      <TextField
        label="Fewest seats"
        name="minSeats"
        title="A number from 1 to 9."
        inputMode="numeric"
        pattern="[1-9]"
      />
    </div>
  );
}

function readCondition(form: FormData, currency: string): WatchCondition {
  const read = (name: string) => readText(form, name).trim();
  const numberOf = <Name extends keyof WatchCondition>(name: Name): { [Each in Name]?: number } => {
    const text = read(name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed member has the type of its name
    return (text === "" ? {} : { [name]: Number(text) }) as { [Each in Name]?: number };
  };
  const amount = read("maxPrice");
  return {
    ...(amount !== "" && { maxPrice: { amount, currency } }),
    ...numberOf("dropPercent"),
    ...numberOf("maxMiles"),
    ...numberOf("minCentsPerPoint"),
    ...numberOf("minSeats"),
  };
}
