import { ArrowLeftRight } from "lucide-react";
import { type FormEvent, lazy, Suspense } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { Select } from "../../components/select.tsx";
import { PlaceField } from "./place-field.tsx";
import { useResolvePlace } from "./places.ts";
import type { DraftErrors, SearchDraft } from "./search-draft.ts";
import { TravelersFields } from "./travelers-fields.tsx";

const MoreSlicesFields = lazy(async () => ({ default: (await import("./more-slices-fields.tsx")).MoreSlicesFields }));

const cabinChoices = [
  { value: "economy", label: "Economy" },
  { value: "premium_economy", label: "Premium economy" },
  { value: "business", label: "Business" },
  { value: "first", label: "First" },
] as const;
const payChoices = [
  { value: "both", label: "Cash and miles" },
  { value: "cash", label: "Cash" },
  { value: "award", label: "Miles" },
] as const;
const profileChoices = [
  { value: "leisure", label: "Leisure travelers" },
  { value: "business", label: "Business travelers" },
  { value: "points", label: "Points collectors" },
] as const;
const tripChoices = [
  { value: "oneWay", label: "One way" },
  { value: "roundTrip", label: "Round trip" },
  { value: "multiCity", label: "Multi-city" },
] as const;
const stopChoices = [
  { value: "2", label: "Any" },
  { value: "1", label: "1 or fewer" },
  { value: "0", label: "Nonstop only" },
];
/** Maximum days from today to a departure or return, as in the API. */
const horizonDays = 330;

interface SearchFormProps {
  draft: SearchDraft;
  /** Changes fields of the latest draft: a place may be resolved while another field is being entered. */
  onDraft: (change: Partial<SearchDraft>) => void;
  /** Changes the further slices of the latest draft. */
  onMore: (change: (before: SearchDraft["more"]) => SearchDraft["more"]) => void;
  errors: DraftErrors;
  /** Called with the draft after typed places are resolved. */
  onSearch: (draft: SearchDraft) => void;
  busy: boolean;
}

/** Search form. */
export function SearchForm({ draft, onDraft, onMore, errors, onSearch, busy }: SearchFormProps) {
  const resolve = useResolvePlace();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [from, to] = await Promise.all([resolve(draft.from), resolve(draft.to)]);
    const more = await Promise.all(
      draft.more.map(async (slice) => ({ ...slice, from: await resolve(slice.from), to: await resolve(slice.to) })),
    );
    onDraft({ from, to, more });
    onSearch({ ...draft, from, to, more });
  };
  const changeTrip = (trip: SearchDraft["trip"]) => {
    const next = { from: draft.to, to: "", depart: "" };
    onDraft({ trip, ...(trip === "multiCity" && draft.more.length === 0 && { more: [next] }) });
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid grid-cols-2 content-start gap-3"
      aria-label="Search"
    >
      <div className="col-span-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-1.5">
        <PlaceField label="From" value={draft.from} onChange={(from) => onDraft({ from })} error={errors.from} />
        <span className="pt-6">
          <IconButton label="Swap origin and destination" onClick={() => onDraft({ from: draft.to, to: draft.from })}>
            <ArrowLeftRight />
          </IconButton>
        </span>
        <PlaceField label="To" value={draft.to} onChange={(to) => onDraft({ to })} error={errors.to} />
      </div>
      <Select label="Trip" value={draft.trip} choices={tripChoices} onChange={changeTrip} />
      <Select
        label="Stops"
        value={String(draft.stops)}
        choices={stopChoices}
        onChange={(stops) => onDraft({ stops: Number(stops) })}
      />
      <TextField
        label="Departure"
        type="date"
        value={draft.depart}
        min={dateIn(0)}
        max={dateIn(horizonDays)}
        error={errors.depart}
        onChange={(event) => onDraft({ depart: event.target.value })}
      />
      <TextField
        label="Return"
        disabled={draft.trip !== "roundTrip"}
        type="date"
        value={draft.trip === "roundTrip" ? draft.return : ""}
        min={draft.depart}
        max={dateIn(horizonDays)}
        error={errors.return}
        onChange={(event) => onDraft({ return: event.target.value })}
      />
      {draft.trip === "multiCity" && (
        <Suspense fallback={<Loading label="flights" />}>
          <MoreSlicesFields
            slices={draft.more}
            onChange={onMore}
            errors={errors.more ?? []}
            first={draft}
            minDate={dateIn(0)}
            maxDate={dateIn(horizonDays)}
          />
        </Suspense>
      )}
      <Select label="Cabin" value={draft.cabin} choices={cabinChoices} onChange={(cabin) => onDraft({ cabin })} />
      <Select label="Pay with" value={draft.pay} choices={payChoices} onChange={(pay) => onDraft({ pay })} />
      <TravelersFields draft={draft} onDraft={onDraft} errors={errors} />
      <Select
        label="Rank for"
        value={draft.profile}
        choices={profileChoices}
        onChange={(profile) => onDraft({ profile })}
        className="col-span-2"
      />
      {/* Not disabled while busy: a disabled button loses the keyboard focus. */}
      <Button kind="primary" type="submit" aria-busy={busy} className="col-span-2 h-10">
        Search
      </Button>
    </form>
  );
}

/** Returns the date (UTC) the given number of days from today, as `YYYY-MM-DD`. */
function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
