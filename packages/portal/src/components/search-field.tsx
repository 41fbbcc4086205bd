import { useMatch, useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { TextField } from "./field.tsx";

const delayMs = 300;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** Applied search; "" for none. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** Search field of a list. Applies the text shortly after the last key, or on Enter. `/` focuses it. */
export function SearchField({ label, placeholder, value, onChange, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  if (value !== applied) {
    // The search changed elsewhere, for example by the Back button.
    setApplied(value);
    setText(value);
  }
  const trimmed = text.trim();
  const router = useRouter();
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  useEffect(() => {
    if (trimmed === value) return undefined;
    const timer = setTimeout(() => {
      // The list stays mounted while the next page loads. Applying the search would cancel that navigation.
      if (router.latestLocation.pathname !== page) return;
      setApplied(trimmed);
      onChange(trimmed);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [trimmed, value, onChange, router, page]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setApplied(trimmed);
    onChange(trimmed);
  };
  return (
    <form role="search" onSubmit={submit} className={className}>
      <TextField
        label={label}
        type="search"
        placeholder={placeholder}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        data-filter
      />
    </form>
  );
}
