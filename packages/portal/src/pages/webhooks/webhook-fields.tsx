import type { Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { ApplicationField, readApplication } from "../../components/application-field.tsx";
import { TextField } from "../../components/field.tsx";
import { useAllApplications } from "../../data/applications.ts";
import { useEnvironment } from "../../data/environment.ts";
import { readText } from "../../data/form-text.ts";
import { DeliveryOptionFields } from "./delivery-option-fields.tsx";
import { readDeliveryOptions } from "./delivery-options.ts";
import { EventChoice } from "./event-choice.tsx";

interface WebhookDraft {
  url: string;
  description: string;
  events: string[];
  /** Only for a new endpoint: the application cannot be changed. */
  applicationId: string | null;
  /** Options to set; those that stay as they are have no member. */
  options: NonNullable<ReturnType<typeof readDeliveryOptions>>;
}

/** Form fields of an endpoint. @param webhook endpoint to edit; absent for a new one */
export function WebhookFields({ webhook }: { webhook?: Webhook }) {
  const environment = useEnvironment();
  const hasApplications = useAllApplications().length > 0;
  const [events, setEvents] = useState(webhook?.events ?? ["*"]);
  return (
    <>
      <TextField
        label="URL"
        name="url"
        type="url"
        mono
        required
        maxLength={2048}
        defaultValue={webhook?.url}
        placeholder="https://shop.example/wayfare"
        hint={
          environment === "test"
            ? "https on port 443 or 8443. For local development also http, such as http://127.0.0.1:4100."
            : "https on port 443 or 8443."
        }
      />
      <TextField
        label="Description"
        name="description"
        maxLength={500}
        defaultValue={webhook?.description}
        hint="Shown in the portal."
      />
      {webhook === undefined && hasApplications && (
        <ApplicationField hint="Limits the endpoint to events of one application." />
      )}
      <EventChoice
        chosen={events}
        onChange={setEvents}
        error={events.length === 0 ? "Choose at least one event." : undefined}
      />
      <input type="hidden" name="events" value={events.join(" ")} />
      <DeliveryOptionFields webhook={webhook} />
    </>
  );
}

/** Reads the form; null if no event is selected or an option is invalid, for which the form shows an error. */
export function readWebhookDraft(form: FormData, webhook?: Webhook): WebhookDraft | null {
  const text = (name: string) => readText(form, name).trim();
  const events = text("events");
  const options = readDeliveryOptions(form, webhook);
  if (events === "" || options === null) return null;
  return {
    url: text("url"),
    description: text("description"),
    events: events.split(" "),
    applicationId: readApplication(form),
    options,
  };
}
