import { Select } from "../../components/select.tsx";
import type { DraftErrors, SearchDraft } from "./search-draft.ts";
import { listMinors, resizeAges } from "./traveler-ages.ts";

const counts = [
  { member: "adults", label: "Adults", from: 1, to: 9 },
  { member: "youths", label: "Youths (12–17)", from: 0, to: 8 },
  { member: "children", label: "Children (2–11)", from: 0, to: 8 },
  { member: "infants", label: "Infants (lap)", from: 0, to: 9 },
  { member: "infantsInSeat", label: "Infants (seat)", from: 0, to: 8 },
] as const;

interface TravelersFieldsProps {
  draft: SearchDraft;
  onDraft: (change: Partial<SearchDraft>) => void;
  errors: DraftErrors;
}

/** Number of travelers by type, and the ages of those under 18: prices, taxes and bookings depend on them. */
export function TravelersFields({ draft, onDraft, errors }: TravelersFieldsProps) {
  const minors = listMinors(draft);
  return (
    <div className="col-span-2 grid grid-cols-3 gap-3">
      {counts.map(({ member, label, from, to }) => (
        <Select
          key={member}
          label={label}
          value={String(draft[member])}
          choices={numbers(from, to)}
          error={errors[member]}
          onChange={(value) => {
            const change = { [member]: Number(value) };
            onDraft({ ...change, ages: resizeAges(draft.ages, draft, { ...draft, ...change }) });
          }}
        />
      ))}
      {minors.length > 0 && (
        <fieldset className="col-span-3 flex flex-col gap-1">
          <legend className="pb-1 text-12 font-medium text-ink-2">Ages on the last flight</legend>
          <div className="grid grid-cols-3 gap-3">
            {minors.map(({ label, from, to }, at) => (
              <Select
                key={label}
                label={`${label}, age`}
                value={draft.ages[at] === null || draft.ages[at] === undefined ? "" : String(draft.ages[at])}
                choices={[{ value: "", label: "–" }, ...numbers(from, to)]}
                onChange={(value) =>
                  onDraft({
                    ages: minors.map((_, index) =>
                      index === at ? (value === "" ? null : Number(value)) : (draft.ages[index] ?? null),
                    ),
                  })
                }
              />
            ))}
          </div>
          {errors.ages !== undefined && (
            <p role="alert" className="text-12 text-critical">
              {errors.ages}
            </p>
          )}
        </fieldset>
      )}
    </div>
  );
}

function numbers(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index)).map((each) => ({
    value: each,
    label: each,
  }));
}
