import { type TimeRange, type TimeSpan, timeSpans } from "../data/time-range.ts";
import { TextField } from "./field.tsx";
import { fromLocalInput, toLocalInput } from "./local-input.ts";
import { Select } from "./select.tsx";

const labels: Readonly<Record<TimeSpan, string>> = {
  hour: "Last hour",
  day: "Last 24 hours",
  week: "Last 7 days",
  month: "Last 30 days",
};

const choices = [
  { value: "", label: "Any time" },
  ...timeSpans.map((span) => ({ value: span, label: labels[span] })),
  { value: "custom", label: "Custom range" },
] as const;

interface TimeRangeFieldProps {
  range: TimeRange;
  /** Current time of the page's clock. */
  nowMs: number;
  onChange: (range: TimeRange) => void;
}

/** Time range of a list: a select of usual ranges, and two fields for a custom one. */
export function TimeRangeField({ range, nowMs, onChange }: TimeRangeFieldProps) {
  const { span, from, to } = range;
  const isCustom = from !== undefined || to !== undefined;
  const choose = (value: (typeof choices)[number]["value"]) => {
    if (value === "custom") onChange({ from: new Date(nowMs - 86_400_000).toISOString() });
    else onChange(value === "" ? {} : { span: value });
  };
  const bound = (name: "from" | "to", text: string) => {
    const at = text === "" ? undefined : (fromLocalInput(text) ?? undefined);
    if (text !== "" && at === undefined) return;
    const { [name]: _before, span: _span, ...rest } = range;
    onChange({ ...rest, ...(at !== undefined && { [name]: at }) });
  };
  return (
    <>
      <Select
        label="Time"
        value={isCustom ? "custom" : (span ?? "")}
        choices={choices}
        onChange={choose}
        className="wide:w-40"
      />
      {isCustom && (
        <>
          <Bound label="From" value={from} onChange={(text) => bound("from", text)} />
          <Bound label="To" value={to} onChange={(text) => bound("to", text)} />
        </>
      )}
    </>
  );
}

function Bound({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <TextField
      label={label}
      type="datetime-local"
      mono
      value={value === undefined ? "" : toLocalInput(Date.parse(value))}
      onChange={(event) => onChange(event.target.value)}
      className="wide:w-52"
    />
  );
}
