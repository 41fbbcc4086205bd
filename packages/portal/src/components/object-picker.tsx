import { useId, useState } from "react";
import { useDebounced } from "../data/use-debounced.ts";
import { TextField } from "./field.tsx";

/** An object to choose, such as a key. */
export interface PickerOption {
  id: string;
  name: string;
  /** Text that tells objects of the same name apart. */
  detail: string;
}

interface ObjectPickerProps {
  label: string;
  /** Shown in the empty field, as in "All applications". */
  placeholder: string;
  /** Name of the chosen object; "" for none. */
  chosen: string;
  /** Finds objects by a part of their name. */
  useOptions: (search: string, enabled: boolean) => readonly PickerOption[];
  onChange: (id: string | undefined) => void;
  className?: string;
}

/** Field that filters by one object out of any number: suggests matches while the user types. An empty field matches all. */
export function ObjectPicker({ label, placeholder, chosen, useOptions, onChange, className }: ObjectPickerProps) {
  const listId = useId();
  const [text, setText] = useState(chosen);
  const [before, setBefore] = useState(chosen);
  if (chosen !== before) {
    setBefore(chosen);
    setText(chosen);
  }
  const [used, setUsed] = useState(false);
  const options = useOptions(useDebounced(text === chosen ? "" : text.trim(), 200), used).map((option) => ({
    ...option,
    text: `${option.name} · ${option.detail}`,
  }));
  const type = (typed: string) => {
    setText(typed);
    if (typed === "") return onChange(undefined);
    const match = options.find((option) => option.text === typed);
    if (match !== undefined) onChange(match.id);
  };
  const leave = () => {
    const named = options.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
    const [only] = named;
    if (text !== chosen && only !== undefined && named.length === 1) onChange(only.id);
    else setText(chosen);
  };
  return (
    <>
      <TextField
        label={label}
        placeholder={placeholder}
        list={listId}
        value={text}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setUsed(true)}
        onBlur={leave}
        {...(className === undefined ? {} : { className })}
      />
      <datalist id={listId}>
        {options.map(({ id, text: value }) => (
          <option key={id} value={value} />
        ))}
      </datalist>
    </>
  );
}
