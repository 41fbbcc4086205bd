import type { Place } from "@wayfare/sdk";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../../components/class-names.ts";
import { controlClass, Field } from "../../components/field.tsx";
import { codeOf, describePlace, isPlace } from "./place-text.ts";
import { usePlace, usePlaces, useResolvePlace } from "./places.ts";

/** Classes of the list under the field, or of the statement that there is none. */
const popupClass =
  "absolute top-full left-0 z-10 mt-1 w-72 max-w-[calc(100vw-2rem)] rounded-control border border-line bg-raised shadow-overlay";

interface PlaceFieldProps {
  label: string;
  /** Place id, IATA code or incomplete input. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
}

/** Combobox (ARIA) for an airport or city: a code, or a place from the list of suggestions. Selecting a place sets its id. */
export function PlaceField({ label, value, onChange, error, autoFocus }: PlaceFieldProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const text = codeOf(value);
  const { data: places = [], isSuccess, isPlaceholderData } = usePlaces(open ? text : "");
  const chosen = usePlace(value);
  const resolve = useResolvePlace();
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const shown = open && places.length > 0;
  const nothingFound = open && isSuccess && !isPlaceholderData && places.length === 0;
  const choose = (place: Place | undefined) => {
    if (place !== undefined) onChange(place.id);
    setOpen(false);
  };
  /** Selects the active suggestion of typed text. A list of an earlier text is not used. */
  const onBlur = async () => {
    setOpen(false);
    if (isPlace(value)) return;
    const place = shown && !isPlaceholderData ? places[active]?.id : undefined;
    const resolved = place ?? (await resolve(value));
    if (latest.current === value && resolved !== value) onChange(resolved);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) return setOpen(true);
      setActive((active + step + places.length) % Math.max(1, places.length));
    }
    if (event.key === "Enter" && shown && !isPlaceholderData) {
      event.preventDefault();
      choose(places[active]);
    }
    if (event.key === "Escape") setOpen(false);
  };
  return (
    <Field label={label} hint={chosen ? describePlace(chosen) : undefined} error={error} className="relative">
      {(control) => (
        <>
          <input
            {...control}
            role="combobox"
            aria-expanded={shown}
            aria-controls={shown ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={shown ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="City or airport code"
            autoFocus={autoFocus}
            value={text}
            onChange={(event) => {
              onChange(event.target.value);
              setActive(0);
              setOpen(true);
            }}
            onFocus={(event) => event.target.select()}
            onBlur={() => void onBlur()}
            onKeyDown={onKeyDown}
            className={classNames(controlClass, "h-10 text-16", isPlace(value) && "font-mono font-medium uppercase")}
          />
          <div
            role="status"
            className={nothingFound ? classNames(popupClass, "px-3 py-2 text-14 break-words text-ink-2") : "sr-only"}
          >
            {nothingFound && `No airport or city matches “${text.trim()}”.`}
          </div>
          {shown && (
            <ul id={listId} role="listbox" aria-label={label} className={classNames(popupClass, "p-1")}>
              {places.map((place, index) => (
                <Suggestion
                  key={place.id}
                  id={`${listId}-${index}`}
                  place={place}
                  isActive={index === active}
                  onPoint={() => setActive(index)}
                  onChoose={() => choose(place)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}

interface SuggestionProps {
  id: string;
  place: Place;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** Option of the list. Does not take focus: the keyboard focus stays in the field. */
function Suggestion({ id, place, isActive, onPoint, onChoose }: SuggestionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
      className={classNames(
        "flex min-h-9 cursor-pointer items-center gap-3 rounded-mark px-2 py-1 pointer-coarse:min-h-11",
        isActive && "bg-accent-wash",
      )}
    >
      <span className="w-9 shrink-0 font-mono text-14 font-medium">{place.code}</span>
      <span className="min-w-0 truncate">
        {describePlace(place)}
        <span className="block truncate text-12 text-ink-3">
          {place.kind === "city" ? place.country : `${place.city}, ${place.country}`}
        </span>
      </span>
    </li>
  );
}
