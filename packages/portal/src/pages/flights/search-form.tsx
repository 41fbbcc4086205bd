import { ArrowLeftRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { PlaceField } from "./place-field.tsx";
import { type DraftFaults, findFaults, type SearchDraft } from "./search-draft.ts";

const cabinChoices = [
  { value: "economy", label: "Economy" },
  { value: "premium_economy", label: "Premium economy" },
  { value: "business", label: "Business" },
  { value: "first", label: "First" },
] as const;
const payChoices = [
  { value: "both", label: "Money and miles" },
  { value: "cash", label: "Money" },
  { value: "award", label: "Miles" },
] as const;
const profileChoices = [
  { value: "leisure", label: "Leisure travelers" },
  { value: "business", label: "Business travelers" },
  { value: "points", label: "Collectors of miles" },
] as const;
const adultChoices = Array.from({ length: 9 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

interface SearchFormProps {
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
  onSearch: () => void;
  busy: boolean;
}

/** What to search for. */
export function SearchForm({ draft, onDraft, onSearch, busy }: SearchFormProps) {
  const [faults, setFaults] = useState<DraftFaults>({});
  const put = (change: Partial<SearchDraft>) => onDraft({ ...draft, ...change });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findFaults(draft);
    setFaults(found);
    if (Object.keys(found).length === 0) onSearch();
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-2 content-start gap-3" aria-label="Search">
      <div className="col-span-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-1.5">
        <PlaceField label="From" value={draft.from} onChange={(from) => put({ from })} error={faults.from} />
        <span className="pt-6">
          <IconButton label="Swap from and to" onClick={() => put({ from: draft.to, to: draft.from })}>
            <ArrowLeftRight />
          </IconButton>
        </span>
        <PlaceField label="To" value={draft.to} onChange={(to) => put({ to })} error={faults.to} />
      </div>
      <TextField
        label="Departure"
        type="date"
        value={draft.depart}
        min={new Date().toISOString().slice(0, 10)}
        error={faults.depart}
        onChange={(event) => put({ depart: event.target.value })}
      />
      <TextField
        label="Return (optional)"
        type="date"
        value={draft.return}
        min={draft.depart}
        error={faults.return}
        onChange={(event) => put({ return: event.target.value })}
      />
      <Select label="Cabin" value={draft.cabin} choices={cabinChoices} onChange={(cabin) => put({ cabin })} />
      <Select label="Pay with" value={draft.pay} choices={payChoices} onChange={(pay) => put({ pay })} />
      <Select
        label="Adults"
        value={String(draft.adults)}
        choices={adultChoices}
        onChange={(adults) => put({ adults: Number(adults) })}
      />
      <Select
        label="Rank for"
        value={draft.profile}
        choices={profileChoices}
        onChange={(profile) => put({ profile })}
      />
      <Button kind="primary" type="submit" busy={busy} className="col-span-2 h-10">
        Search
      </Button>
    </form>
  );
}
