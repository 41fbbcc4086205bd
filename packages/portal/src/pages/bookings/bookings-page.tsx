import { getRouteApi } from "@tanstack/react-router";
import type { Booking } from "@wayfare/sdk";
import { EmptyState } from "../../components/empty-state.tsx";
import { TextField } from "../../components/field.tsx";
import { Miles, Money } from "../../components/money.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { TimeRangeField } from "../../components/time-range-field.tsx";
import { readText } from "../../data/form-text.ts";
import { useDataClock } from "../../data/test-clock.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useBookings } from "./data.ts";
import { readBookingFilters } from "./filters.ts";
import { localTime } from "./flight-lines.tsx";

const route = getRouteApi("/shell/bookings");

const columns: readonly Column<Booking>[] = [
  {
    header: "Reference",
    cell: ({ id, reference }) => (
      <RowLink to="/bookings/$id" params={{ id }}>
        {reference}
      </RowLink>
    ),
    width: "w-28",
  },
  {
    header: "Flight",
    cell: ({ flight: { slices } }) => slices.map(({ origin, destination }) => `${origin} – ${destination}`).join(", "),
  },
  {
    header: "Departure",
    cell: ({ flight: { slices } }) => localTime(slices[0]?.departureAt ?? ""),
    secondary: true,
    width: "w-40",
  },
  { header: "Status", cell: (booking) => <BookingMark {...booking} />, width: "w-32" },
  { header: "Price", cell: (booking) => <BookingPrice {...booking} />, align: "end", width: "w-36" },
  {
    header: "Booked",
    cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
    align: "end",
    secondary: true,
    width: "w-28",
  },
];

/** Status of a booking. */
export function BookingMark({ status }: Pick<Booking, "status">) {
  switch (status) {
    case "confirmed":
      return <Status tone="positive">Confirmed</Status>;
    case "pending":
      return <Status tone="accent">Pending</Status>;
    case "failed":
      return <Status tone="critical">Failed</Status>;
    default:
      return <Status tone="neutral">Cancelled</Status>;
  }
}

/** Price of a booking, in money or in miles and money. */
export function BookingPrice({ miles, total }: Pick<Booking, "miles" | "total">) {
  if (miles === null) return <Money value={total} />;
  return (
    <span>
      <Miles miles={miles} /> + <Money value={total} />
    </span>
  );
}

const choices = [
  { value: "", label: "All statuses" },
  { value: "pending", label: "Pending" },
  { value: "confirmed", label: "Confirmed" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

/** Bookings page. */
export function BookingsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const bookings = useBookings(filters);
  const { nowMs } = useDataClock();
  const isFiltered = Object.keys(filters).length > 0;
  const filter = (change: Record<string, unknown>) =>
    void navigate({ search: readBookingFilters({ ...filters, ...change }) });
  return (
    <>
      <PageHeader title="Bookings" lead="Bookings of this environment, by the portal and by API keys." />
      <div className="flex flex-wrap items-end gap-3 pb-4">
        <Select
          label="Status"
          value={filters.status ?? ""}
          choices={choices}
          onChange={(status) => filter({ status })}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            filter({ reference: readText(new FormData(event.currentTarget), "reference").trim().toUpperCase() });
          }}
        >
          <TextField
            label="Reference"
            name="reference"
            placeholder="Reference"
            defaultValue={filters.reference ?? ""}
            maxLength={10}
          />
        </form>
        <TimeRangeField
          range={filters}
          nowMs={nowMs}
          onChange={(range) => void navigate({ search: { ...withoutTimeRange(filters), ...range } })}
        />
      </div>
      <PagedTable
        caption="Bookings"
        pages={bookings}
        columns={columns}
        isFaint={({ status }) => status === "cancelled" || status === "failed"}
        empty={
          isFiltered ? (
            <NoMatch title="No matching bookings" to="/bookings" link="Show all bookings" />
          ) : (
            <EmptyState title="No bookings yet">
              <p>
                Search in the <TextLink to="/flights">flight explorer</TextLink>, open a flight and choose Book.
              </p>
            </EmptyState>
          )
        }
      />
    </>
  );
}
