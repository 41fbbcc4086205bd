import type { Dictionaries } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { CheckboxGroup } from "../../components/checkbox-group.tsx";
import { Checkbox, TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { codesOf, layoversOf, toggleCode } from "./filter-flights.ts";
import { type Daypart, dayparts, type FlightFilters } from "./flight-filters.ts";
import { carriersOf, type RankedFlight } from "./ranked-flights.ts";

const stopChoices = [
  { value: "", label: "Any" },
  { value: "0", label: "Nonstop" },
  { value: "1", label: "1 or fewer" },
];
const allianceNames: Readonly<Record<string, string>> = {
  oneworld: "oneworld",
  skyteam: "SkyTeam",
  star: "Star Alliance",
};
const allianceCodes = Object.keys(allianceNames);
const daypartNames = ["night", "morning", "afternoon", "evening"] as const satisfies readonly Daypart[];
const daypartChoices = [
  { value: "", label: "Any time" },
  ...daypartNames.map((value) => ({ value, label: dayparts[value].label })),
] as const;

interface ResultFiltersProps {
  filters: FlightFilters;
  /** All flights of the response, for the airlines and programs to select. */
  ranked: readonly RankedFlight[];
  dictionaries: Dictionaries;
  currency: string;
  onFilters: (filters: FlightFilters) => void;
}

/** Filters of the flight list, applied at once without another search. */
export function ResultFilters({ filters, ranked, dictionaries, currency, onFilters }: ResultFiltersProps) {
  const airlines = [...new Set(ranked.flatMap(({ flight }) => carriersOf(flight)))].toSorted();
  const layovers = [...new Set(ranked.flatMap(({ flight }) => layoversOf(flight)))].toSorted();
  const programs = [...new Set(ranked.flatMap(({ flight }) => flight.award.map(({ program }) => program)))].toSorted();
  const set = (change: { [Name in keyof FlightFilters]: FlightFilters[Name] | undefined }) =>
    onFilters(withoutEmpty({ ...filters, ...change }));
  const count = Object.keys(filters).length;
  return (
    <details className="border-t border-line py-2 text-13">
      <summary className="w-fit cursor-pointer py-1 font-medium" data-filter>
        Filters{count > 0 && ` (${count})`}
      </summary>
      <div className="grid gap-x-6 gap-y-4 pt-3 pb-2 wide:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)] broad:grid-cols-[12rem_repeat(3,minmax(0,1fr))]">
        <div className="flex flex-col gap-3">
          <Select
            label="Stops of each flight"
            value={filters.maxStops === undefined ? "" : String(filters.maxStops)}
            choices={stopChoices}
            onChange={(stops) => set({ maxStops: stops === "" ? undefined : Number(stops) })}
          />
          <Select
            label="Departure time"
            value={filters.departs ?? ""}
            choices={daypartChoices}
            onChange={(departs) => set({ departs: departs === "" ? undefined : departs })}
          />
          <Select
            label="Arrival time"
            value={filters.arrives ?? ""}
            choices={daypartChoices}
            onChange={(arrives) => set({ arrives: arrives === "" ? undefined : arrives })}
          />
          <NumberField
            label="Longest layover (hours)"
            value={filters.maxLayover}
            onChange={(maxLayover) => set({ maxLayover })}
          />
          <NumberField label="Longest (hours)" value={filters.maxHours} onChange={(maxHours) => set({ maxHours })} />
          <NumberField
            label={`Cash price up to (${currency})`}
            value={filters.maxPrice}
            onChange={(maxPrice) => set({ maxPrice })}
          />
          <NumberField label="Miles up to" value={filters.maxMiles} onChange={(maxMiles) => set({ maxMiles })} />
          <Checkbox
            label="Checked bag included"
            checked={filters.bag === 1}
            onChange={(event) => set({ bag: event.target.checked ? 1 : undefined })}
          />
        </div>
        <div className="flex flex-col gap-4">
          <Codes
            legend="Alliances"
            codes={allianceCodes}
            names={(code) => allianceNames[code] ?? code}
            chosen={filters.alliance}
            onChange={(alliance) => set({ alliance })}
          />
          <Codes
            legend="Airlines"
            codes={airlines}
            names={(code) => dictionaries.airlines[code] ?? code}
            chosen={filters.airline}
            onChange={(airline) => set({ airline })}
          />
        </div>
        <Codes
          legend="Connecting airports"
          codes={layovers}
          names={(code) => dictionaries.places[code]?.name ?? code}
          chosen={filters.via}
          onChange={(via) => set({ via })}
        />
        <Codes
          legend="Award programs"
          codes={programs}
          names={(code) => dictionaries.programs[code]?.name ?? code}
          chosen={filters.program}
          onChange={(program) => set({ program })}
        />
      </div>
      {count > 0 && <Button onClick={() => onFilters({})}>Clear filters</Button>}
    </details>
  );
}

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function NumberField({ label, value, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      step={1}
      value={value ?? ""}
      onChange={({ target: { valueAsNumber: entered } }) => onChange(entered >= 1 ? Math.round(entered) : undefined)}
    />
  );
}

interface CodesProps {
  legend: string;
  codes: readonly string[];
  names: (code: string) => string;
  chosen: string | undefined;
  onChange: (chosen: string) => void;
}

function Codes({ legend, codes, names, chosen, onChange }: CodesProps) {
  if (codes.length === 0) return null;
  return (
    <CheckboxGroup legend={legend} error={undefined}>
      <div className="grid max-h-56 gap-1.5 overflow-y-auto p-0.5 broad:grid-cols-2">
        {codes.map((code) => (
          <Checkbox
            key={code}
            label={names(code)}
            checked={codesOf(chosen).includes(code)}
            onChange={() => onChange(toggleCode(chosen, code))}
          />
        ))}
      </div>
    </CheckboxGroup>
  );
}

/** Removes empty members: a filter that is not set is not in the URL. */
function withoutEmpty(filters: { [Name in keyof FlightFilters]: FlightFilters[Name] | undefined }): FlightFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""));
}
