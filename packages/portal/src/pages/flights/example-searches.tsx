import { EmptyState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { SearchAddress } from "./search-address.ts";

const dayMs = 86_400_000;

const examples: readonly { words: string; days: number; search: SearchAddress }[] = [
  { words: "New York to London, economy", days: 60, search: { from: "city:NYC", to: "city:LON" } },
  {
    words: "San Francisco to Tokyo, business",
    days: 120,
    search: { from: "airport:SFO", to: "city:TYO", cabin: "business" },
  },
  {
    words: "Frankfurt to Lisbon, in miles",
    days: 45,
    search: { from: "airport:FRA", to: "airport:LIS", pay: "award" },
  },
];

/** What stands on the page before the first search. */
export function ExampleSearches() {
  return (
    <EmptyState title="Search, or start from an example">
      <ul className="flex flex-col gap-1.5">
        {examples.map(({ words, days, search }) => (
          <li key={words}>
            <TextLink to="/flights" search={{ ...search, depart: dateIn(days) }}>
              {words}
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
