import { keepPreviousData } from "@tanstack/react-query";
import { useRead } from "../data/read.ts";
import { ObjectPicker, type PickerOption } from "./object-picker.tsx";

const limit = 20;

interface PickerProps {
  /** Id of the chosen object; undefined for all. */
  id: string | undefined;
  onChange: (id: string | undefined) => void;
  className?: string;
}

/** Filter by one key. */
export function KeyPicker({ id, ...field }: PickerProps) {
  const chosen = useRead(["keys", "one", id], (client) => client.keys.get(id ?? ""), { enabled: id !== undefined });
  return (
    <ObjectPicker
      {...field}
      label="Key"
      placeholder="All keys"
      chosen={id === undefined ? "" : (chosen.data?.name ?? id)}
      useOptions={useKeyOptions}
    />
  );
}

function useKeyOptions(search: string, enabled: boolean): readonly PickerOption[] {
  const keys = useRead(
    ["keys", "options", search],
    (client) => client.keys.list({ limit, ...(search !== "" && { search }) }),
    { enabled, placeholderData: keepPreviousData },
  );
  return keys.data?.data.map(({ id, name, hint }) => ({ id, name, detail: hint })) ?? [];
}

/** Filter by one application. */
export function ApplicationPicker({ id, ...field }: PickerProps) {
  const chosen = useRead(["applications", "one", id], (client) => client.applications.get(id ?? ""), {
    enabled: id !== undefined,
  });
  return (
    <ObjectPicker
      {...field}
      label="Application"
      placeholder="All applications"
      chosen={id === undefined ? "" : (chosen.data?.name ?? id)}
      useOptions={useApplicationOptions}
    />
  );
}

function useApplicationOptions(search: string, enabled: boolean): readonly PickerOption[] {
  const applications = useRead(
    ["applications", "options", search],
    (client) => client.applications.list({ limit, ...(search !== "" && { search }) }),
    { enabled, placeholderData: keepPreviousData },
  );
  return applications.data?.data.map(({ id, name }) => ({ id, name, detail: id.slice(-6) })) ?? [];
}
