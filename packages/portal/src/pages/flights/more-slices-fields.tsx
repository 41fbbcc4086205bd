import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { type MoreSlice, maxMoreSlices, type SliceErrors } from "./more-slices.ts";
import { PlaceField } from "./place-field.tsx";

interface MoreSlicesFieldsProps {
  slices: readonly MoreSlice[];
  /** Changes the latest slices: a place may be resolved while another field is being entered. */
  onChange: (change: (before: readonly MoreSlice[]) => MoreSlice[]) => void;
  errors: readonly SliceErrors[];
  /** Slice before these ones. */
  first: MoreSlice;
  /** Range of dates that can be searched. */
  minDate: string;
  maxDate: string;
}

/** Fields of the slices of a multi-city search after the first. */
export function MoreSlicesFields({ slices, onChange, errors, first, minDate, maxDate }: MoreSlicesFieldsProps) {
  const change = (at: number, changed: Partial<MoreSlice>) =>
    onChange((before) => before.map((each, index) => (index === at ? { ...each, ...changed } : each)));
  const last = slices.at(-1) ?? first;
  return (
    <div className="col-span-2 flex flex-col gap-3">
      {slices.map((slice, at) => (
        <fieldset key={`${at}`} className="grid grid-cols-2 gap-3 border-t border-line pt-3">
          <legend className="float-left text-13 font-semibold">Flight {at + 2}</legend>
          <span className="col-start-2 justify-self-end">
            {slices.length > 1 && (
              <Button
                kind="quiet"
                aria-label={`Remove flight ${at + 2}`}
                onClick={() => onChange((before) => before.filter((_, index) => index !== at))}
              >
                Remove
              </Button>
            )}
          </span>
          <PlaceField
            label={`Origin ${at + 2}`}
            value={slice.from}
            onChange={(from) => change(at, { from })}
            error={errors[at]?.from}
          />
          <PlaceField
            label={`Destination ${at + 2}`}
            value={slice.to}
            onChange={(to) => change(at, { to })}
            error={errors[at]?.to}
          />
          <TextField
            label={`Date ${at + 2}`}
            type="date"
            value={slice.depart}
            min={slices[at - 1]?.depart || first.depart || minDate}
            max={maxDate}
            error={errors[at]?.depart}
            className="col-span-2"
            onChange={(event) => change(at, { depart: event.target.value })}
          />
        </fieldset>
      ))}
      {slices.length < maxMoreSlices && (
        <Button onClick={() => onChange((before) => [...before, { from: last.to, to: "", depart: "" }])}>
          Add flight
        </Button>
      )}
    </div>
  );
}
