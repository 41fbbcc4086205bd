import type { Webhook } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { readText } from "../../data/form-text.ts";
import { useAllApplications } from "../applications/data.ts";
import { EventChoice } from "./event-choice.tsx";

interface WebhookDraft {
  url: string;
  events: string[];
  description: string;
  /** Only of a new endpoint: one that exists stays with its application. */
  applicationId: string | null;
}

interface WebhookFormProps {
  id: string;
  /** What is changed; absent for a new one. */
  webhook?: Webhook;
  onSubmit: (draft: WebhookDraft) => void;
}

/** What an endpoint is made of. */
export function WebhookForm({ id, webhook, onSubmit }: WebhookFormProps) {
  const environment = useEnvironment();
  const applications = useAllApplications();
  const [applicationId, setApplicationId] = useState("");
  const [events, setEvents] = useState(webhook?.events ?? ["*"]);
  const [touched, setTouched] = useState(false);
  const error = touched && events.length === 0 ? "Choose at least one event." : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTouched(true);
    if (events.length === 0) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => readText(form, name).trim();
    onSubmit({
      url: text("url"),
      description: text("description"),
      events,
      applicationId: applicationId === "" ? null : applicationId,
    });
  };
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="URL"
        name="url"
        type="url"
        mono
        required
        autoFocus
        maxLength={2048}
        defaultValue={webhook?.url}
        placeholder="https://shop.example/wayfare"
        hint={
          environment === "test"
            ? "https on port 443 or 8443; a service on your own machine takes http://127.0.0.1:4100 too."
            : "https on port 443 or 8443."
        }
      />
      <TextField
        label="Description"
        name="description"
        maxLength={500}
        defaultValue={webhook?.description}
        hint="For your colleagues."
      />
      {webhook === undefined && applications.length > 0 && (
        <Select
          label="Application"
          value={applicationId}
          choices={[
            { value: "", label: "None" },
            ...applications.map(({ id: value, name }) => ({ value, label: name })),
          ]}
          onChange={setApplicationId}
        />
      )}
      <EventChoice chosen={events} onChange={setEvents} error={error} />
    </form>
  );
}
