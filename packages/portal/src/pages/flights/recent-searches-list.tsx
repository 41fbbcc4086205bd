import { X } from "lucide-react";
import { IconButton } from "../../components/button.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { parseMoreSlices } from "./more-slices.ts";
import type { SearchParams } from "./search-params.ts";

interface RecentSearchesListProps {
  searches: readonly SearchParams[];
  onRemove: (search: SearchParams) => void;
}

/** Recent searches of this browser, newest first. */
export function RecentSearchesList({ searches, onRemove }: RecentSearchesListProps) {
  if (searches.length === 0) return null;
  return (
    <section aria-labelledby="recent-searches" className="pt-8">
      <h2 id="recent-searches" className="pb-2 text-14 font-semibold">
        Recent searches
      </h2>
      <ul className="flex flex-col gap-1">
        {searches.map((search) => (
          <li key={JSON.stringify(search)} className="flex items-center gap-2">
            <TextLink to="/flights" search={search}>
              {describeSearch(search)}
            </TextLink>
            <IconButton label={`Remove ${describeSearch(search)}`} onClick={() => onRemove(search)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Describes a search as `NYC to LIS, 20 Jan – 27 Jan, business`. */
function describeSearch({ from = "", to = "", depart = "", cabin, ...search }: SearchParams): string {
  const code = (place: string) => place.replace(/^(airport|city):/, "").toUpperCase();
  const more = parseMoreSlices(search.also);
  const dates = [depart, search.return ?? "", more.at(-1)?.depart ?? ""]
    .filter((date) => date !== "")
    .map((date) => days.format(Date.parse(date)));
  return [
    [{ from, to }, ...more].map((slice) => `${code(slice.from)} to ${code(slice.to)}`).join(", "),
    dates.join(" – "),
    ...(cabin === undefined ? [] : [cabin.replaceAll("_", " ")]),
  ].join(", ");
}
