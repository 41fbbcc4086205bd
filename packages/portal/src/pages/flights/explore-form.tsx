import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { type ExploreParams, parseExploreParams, regions, trips } from "./explore-params.ts";
import { PlaceField } from "./place-field.tsx";
import { isPlace, toPlace } from "./place-text.ts";
import { useResolvePlace } from "./places.ts";

const regionChoices = [
  { value: "", label: "Everywhere" },
  ...Object.entries(regions).map(([value, label]) => ({ value, label })),
];
const tripChoices = Object.entries(trips).map(([value, { label }]) => ({ value, label }));
const payChoices = [
  { value: "both", label: "Cash and miles" },
  { value: "cash", label: "Cash" },
  { value: "award", label: "Miles" },
];
const stopChoices = [
  { value: "2", label: "Up to 2" },
  { value: "1", label: "Up to 1" },
  { value: "0", label: "Nonstop only" },
];
/** Maximum days from today to a departure, and of the range, as in the API. */
const horizonDays = 330;
const maxDays = 31;

/** Values of the form, as entered. */
interface Draft {
  from: string;
  first: string;
  last: string;
  region: string;
  trip: string;
  pay: string;
  stops: string;
}

interface ExploreFormProps {
  params: ExploreParams;
  onExplore: (params: ExploreParams) => void;
  busy: boolean;
}

/** Form of an exploration. */
export function ExploreForm({ params, onExplore, busy }: ExploreFormProps) {
  const [draft, setDraft] = useState<Draft>(() => toDraft(params));
  const [errors, setErrors] = useState<Partial<Record<keyof Draft, string>>>({});
  const resolve = useResolvePlace();
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const from = await resolve(draft.from);
    change({ from });
    const found = findErrors({ ...draft, from });
    setErrors(found);
    if (Object.keys(found).length === 0) onExplore(parseExploreParams({ ...draft, from: toPlace(from) }));
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Explore"
      className="grid grid-cols-2 content-start gap-3"
    >
      <PlaceField label="From" value={draft.from} onChange={(from) => change({ from })} error={errors.from} />
      <Select label="Region" value={draft.region} choices={regionChoices} onChange={(region) => change({ region })} />
      <TextField
        label="Earliest departure"
        type="date"
        value={draft.first}
        min={dateIn(0)}
        max={dateIn(horizonDays)}
        error={errors.first}
        onChange={(event) => change({ first: event.target.value })}
      />
      <TextField
        label="Latest departure"
        type="date"
        value={draft.last}
        min={draft.first}
        max={dateIn(horizonDays)}
        error={errors.last}
        onChange={(event) => change({ last: event.target.value })}
      />
      <Select
        label="Trip"
        value={draft.trip}
        choices={tripChoices}
        error={errors.trip}
        onChange={(trip) => change({ trip })}
      />
      <Select label="Stops" value={draft.stops} choices={stopChoices} onChange={(stops) => change({ stops })} />
      <Select
        label="Pay with"
        value={draft.pay}
        choices={payChoices}
        onChange={(pay) => change({ pay })}
        className="col-span-2"
      />
      {/* Not disabled while busy: a disabled button loses the keyboard focus. */}
      <Button kind="primary" type="submit" aria-busy={busy} className="col-span-2 h-10">
        Explore
      </Button>
    </form>
  );
}

function toDraft({ from = "", first = "", last = "", region, ...rest }: ExploreParams): Draft {
  const { trip = "oneWay", pay = "both", stops = "1" } = rest;
  return { from, first, last, region: region ?? "", trip, pay, stops };
}

function findErrors({ from, first, last, trip }: Draft): Partial<Record<keyof Draft, string>> {
  const days = (Date.parse(last || first) - Date.parse(first)) / 86_400_000 + 1;
  const daysToFriday = (5 - new Date(first).getUTCDay() + 7) % 7;
  return {
    ...(trip === "weekend" && days <= daysToFriday && { trip: "Weekends start on Fridays. The dates include none." }),
    ...(!isPlace(from) && { from: "Select an origin." }),
    ...(first === "" && { first: "Select a date." }),
    ...(last !== "" && last < first && { last: "Must not be before the earliest departure." }),
    ...(last !== "" && days > maxDays && { last: `At most ${maxDays} days after the earliest departure.` }),
  };
}

/** Returns the date (UTC) the given number of days from today, as `YYYY-MM-DD`. */
function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
