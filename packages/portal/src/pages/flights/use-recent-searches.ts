import { useEffect, useState } from "react";
import { useSession } from "../../data/session.ts";
import { addSearch, readSearches, writeSearches } from "./recent-searches.ts";
import type { SearchParams } from "./search-params.ts";

/** Returns the recent searches of this browser and account. Adds the shown search when it has been answered. */
export function useRecentSearches(address: SearchParams, isAnswered: boolean) {
  const { id } = useSession().account;
  const [searches, setSearches] = useState(() => readSearches(localStorage, id, new Date().toISOString().slice(0, 10)));
  const save = (changed: SearchParams[]) => {
    writeSearches(localStorage, id, changed);
    setSearches(changed);
  };
  const shown = JSON.stringify(addSearch([], address)[0]);
  useEffect(() => {
    if (!isAnswered) return;
    setSearches((before) => {
      const changed = addSearch(before, JSON.parse(shown));
      writeSearches(localStorage, id, changed);
      return changed;
    });
  }, [shown, isAnswered, id]);
  return {
    searches,
    remove: (search: SearchParams) => save(searches.filter((each) => each !== search)),
  };
}
