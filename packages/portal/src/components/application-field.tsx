import { useState } from "react";
import { useAllApplications } from "../data/applications.ts";
import { readText } from "../data/form-text.ts";
import { Select } from "./select.tsx";

const name = "applicationId";

/** Field for the application of a new key or webhook endpoint. */
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

/** Returns the selected application id; null for none. */
export function readApplication(form: FormData): string | null {
  return readText(form, name) || null;
}
