import { ArrowLeftRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { PlaceField } from "./place-field.tsx";
import { type DraftErrors, type SearchDraft, validateDraft } from "./search-draft.ts";

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
const adultChoices = Array.from({ length: 9 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

interface SearchFormProps {
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
  onSearch: () => void;
  busy: boolean;
}

/** Search form. */
export function SearchForm({ draft, onDraft, onSearch, busy }: SearchFormProps) {
  const [errors, setErrors] = useState<DraftErrors>({});
  const update = (change: Partial<SearchDraft>) => onDraft({ ...draft, ...change });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = validateDraft(draft);
    setErrors(found);
    if (Object.keys(found).length === 0) onSearch();
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-2 content-start gap-3" aria-label="Search">
      <div className="col-span-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-1.5">
        <PlaceField label="From" value={draft.from} onChange={(from) => update({ from })} error={errors.from} />
        <span className="pt-6">
          <IconButton label="Swap origin and destination" onClick={() => update({ from: draft.to, to: draft.from })}>
            <ArrowLeftRight />
          </IconButton>
        </span>
        <PlaceField label="To" value={draft.to} onChange={(to) => update({ to })} error={errors.to} />
      </div>
      <TextField
        label="Departure"
        type="date"
        value={draft.depart}
        min={new Date().toISOString().slice(0, 10)}
        error={errors.depart}
        onChange={(event) => update({ depart: event.target.value })}
      />
      <TextField
        label="Return (optional)"
        type="date"
        value={draft.return}
        min={draft.depart}
        error={errors.return}
        onChange={(event) => update({ return: event.target.value })}
      />
      <Select label="Cabin" value={draft.cabin} choices={cabinChoices} onChange={(cabin) => update({ cabin })} />
      <Select label="Pay with" value={draft.pay} choices={payChoices} onChange={(pay) => update({ pay })} />
      <Select
        label="Adults"
        value={String(draft.adults)}
        choices={adultChoices}
        onChange={(adults) => update({ adults: Number(adults) })}
      />
      <Select
        label="Rank for"
        value={draft.profile}
        choices={profileChoices}
        onChange={(profile) => update({ profile })}
      />
      <Button kind="primary" type="submit" busy={busy} className="col-span-2 h-10">
        Search
      </Button>
    </form>
  );
}
