import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { type CalendarParams, calendarTrips, monthPattern, parseCalendarParams } from "./calendar-params.ts";
import { PlaceField } from "./place-field.tsx";
import { isPlace, toPlace } from "./place-text.ts";
import { useResolvePlace } from "./places.ts";

const tripChoices = Object.entries(calendarTrips).map(([value, { label }]) => ({ value, label }));
const payChoices = [
  { value: "cash", label: "Cash" },
  { value: "award", label: "Miles" },
];
const stopChoices = [
  { value: "2", label: "Any" },
  { value: "1", label: "1 or fewer" },
  { value: "0", label: "Nonstop only" },
];

/** Values of the form, as entered. */
interface Draft {
  from: string;
  to: string;
  month: string;
  trip: string;
  pay: string;
  stops: string;
}

interface CalendarFormProps {
  params: CalendarParams;
  /** YYYY-MM, for an empty form. */
  defaultMonth: string;
  onShow: (params: CalendarParams) => void;
  busy: boolean;
}

/** Form of a fare calendar. */
export function CalendarForm({ params, defaultMonth, onShow, busy }: CalendarFormProps) {
  const [draft, setDraft] = useState<Draft>(() => toDraft(params, defaultMonth));
  const [errors, setErrors] = useState<Partial<Record<keyof Draft, string>>>({});
  const resolve = useResolvePlace();
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [from, to] = await Promise.all([resolve(draft.from), resolve(draft.to)]);
    change({ from, to });
    const found = {
      ...(!isPlace(from) && { from: "Select an origin." }),
      ...(!isPlace(to) && { to: "Select a destination." }),
      // Browsers without a picker for months show a text field.
      ...(!monthPattern.test(draft.month) && { month: "Enter a month, such as 2027-01." }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    onShow(parseCalendarParams({ ...draft, from: toPlace(from), to: toPlace(to) }));
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Fare calendar"
      className="grid grid-cols-2 content-start gap-3 wide:grid-cols-3"
    >
      <PlaceField label="From" value={draft.from} onChange={(from) => change({ from })} error={errors.from} />
      <PlaceField label="To" value={draft.to} onChange={(to) => change({ to })} error={errors.to} />
      <TextField
        label="Month"
        type="month"
        value={draft.month}
        error={errors.month}
        onChange={(event) => change({ month: event.target.value })}
      />
      <Select label="Trip" value={draft.trip} choices={tripChoices} onChange={(trip) => change({ trip })} />
      <Select label="Stops" value={draft.stops} choices={stopChoices} onChange={(stops) => change({ stops })} />
      <Select label="Pay with" value={draft.pay} choices={payChoices} onChange={(pay) => change({ pay })} />
      {/* Not disabled while busy: a disabled button loses the keyboard focus. */}
      <Button kind="primary" type="submit" aria-busy={busy} className="col-span-full h-10">
        Show prices
      </Button>
    </form>
  );
}

function toDraft({ from = "", to = "", month, ...rest }: CalendarParams, defaultMonth: string): Draft {
  const { trip = "oneWay", pay = "cash", stops = "2" } = rest;
  return { from, to, month: month ?? defaultMonth, trip, pay, stops };
}
