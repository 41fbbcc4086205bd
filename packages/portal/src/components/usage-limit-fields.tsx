import { useState } from "react";
import { TextField } from "./field.tsx";
import { Select } from "./select.tsx";

const operations = ["searches", "bookings"] as const;
type Operation = (typeof operations)[number];

interface Limit {
  max: number;
  period: "day" | "month";
}

type Limits = Partial<Record<Operation, Limit | null>>;

const labels: Record<Operation, { max: string; period: string }> = {
  searches: { max: "Maximum searches", period: "Searches per" },
  bookings: { max: "Maximum bookings", period: "Bookings per" },
};

interface UsageLimitFieldsProps {
  /** Limits shown at first. */
  initial?: Limits;
  /** Operations to show. */
  offered?: readonly Operation[];
}

/** Fields for the usage limits of a key. Read them with `readUsageLimits`. */
export function UsageLimitFields({ initial = {}, offered = operations }: UsageLimitFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Usage limits</legend>
      {operations
        .filter((operation) => offered.includes(operation))
        .map((operation) => (
          <UsageLimitRow key={operation} operation={operation} limit={initial[operation] ?? null} />
        ))}
    </fieldset>
  );
}

function UsageLimitRow({ operation, limit }: { operation: Operation; limit: Limit | null }) {
  const [period, setPeriod] = useState(limit?.period ?? "day");
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <TextField
        label={labels[operation].max}
        name={`${operation}-max`}
        type="number"
        min={1}
        max={1_000_000_000}
        step={1}
        defaultValue={limit?.max ?? ""}
        hint="Leave empty for no limit."
      />
      <Select
        label={labels[operation].period}
        name={`${operation}-period`}
        value={period}
        choices={[
          { value: "day", label: "Day (UTC)" },
          { value: "month", label: "Month (UTC)" },
        ]}
        onChange={setPeriod}
      />
    </div>
  );
}

/** Reads the fields of `UsageLimitFields`; null for an empty limit. */
export function readUsageLimits(form: FormData): Record<Operation, Limit | null> {
  const read = (operation: Operation): Limit | null => {
    const max = form.get(`${operation}-max`);
    if (typeof max !== "string" || max === "") return null;
    return { max: Number(max), period: form.get(`${operation}-period`) === "month" ? "month" : "day" };
  };
  return { searches: read("searches"), bookings: read("bookings") };
}
