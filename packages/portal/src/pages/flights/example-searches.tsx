import { EmptyState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { SearchParams } from "./search-params.ts";

const dayMs = 86_400_000;

const examples: readonly { label: string; days: number; search: SearchParams }[] = [
  { label: "New York to London, economy", days: 60, search: { from: "city:NYC", to: "city:LON" } },
  {
    label: "San Francisco to Tokyo, business",
    days: 120,
    search: { from: "airport:SFO", to: "city:TYO", cabin: "business" },
  },
  {
    label: "Frankfurt to Lisbon, award flights",
    days: 45,
    search: { from: "airport:FRA", to: "airport:LIS", pay: "award" },
  },
];

/** Empty state before the first search, with examples. */
export function ExampleSearches() {
  return (
    <EmptyState title="Search flights, or try an example">
      <ul className="flex flex-col gap-1.5">
        {examples.map(({ label, days, search }) => (
          <li key={label}>
            <TextLink to="/flights" search={{ ...search, depart: dateIn(days) }}>
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}
