import { useState } from "react";
import { useAllApplications } from "../data/applications.ts";
import { readText } from "../data/form-text.ts";
import { Select } from "./select.tsx";

const name = "applicationId";

/** The application of a new key or endpoint. */
export function ApplicationField({ hint }: { hint: string }) {
  const applications = useAllApplications();
  const [chosen, setChosen] = useState("");
  return (
    <Select
      label="Application"
      name={name}
      value={chosen}
      hint={hint}
      choices={[{ value: "", label: "None" }, ...applications.map(({ id, name: label }) => ({ value: id, label }))]}
      onChange={setChosen}
    />
  );
}

/** The application that was chosen; null for none. */
export function readApplication(form: FormData): string | null {
  return readText(form, name) || null;
}
