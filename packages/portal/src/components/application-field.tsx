import { useState } from "react";
import { useAllApplications } from "../data/applications.ts";
import { readText } from "../data/form-text.ts";
import { Select } from "./select.tsx";

const name = "applicationId";

/** To which application something new belongs. */
export function ApplicationField() {
  const applications = useAllApplications();
  const [chosen, setChosen] = useState("");
  return (
    <Select
      label="Application"
      name={name}
      value={chosen}
      choices={[{ value: "", label: "None" }, ...applications.map(({ id, name: label }) => ({ value: id, label }))]}
      onChange={setChosen}
    />
  );
}

/** The application that was chosen; null for none. */
export function readApplication(form: FormData): string | null {
  return readText(form, name) || null;
}
