import type { Booking, Change } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { toast } from "../../components/toast.tsx";
import { useBookingActions, useCancellationQuote } from "./data.ts";
import { RefundText } from "./refund-text.tsx";

/** Changes by the airline that wait for the customer. */
export function PendingChanges({ booking }: { booking: Booking }) {
  const pending = booking.changes.filter(({ status }) => status === "pending");
  return pending.map((change) => <PendingChange key={change.id} booking={booking} change={change} />);
}

interface ChangeProps {
  booking: Booking;
  change: Change;
}

function PendingChange({ booking, change }: ChangeProps) {
  const [opened, setOpened] = useState<"accept" | "cancel" | null>(null);
  const dialog = (name: "accept" | "cancel") => ({ open: opened === name, onClose: () => setOpened(null) });
  const { actions, slices } = change;
  return (
    <div className="pb-6">
      <Notice tone="caution" title="The airline has changed this trip">
        <ul className="flex flex-col gap-2">
          {slices.map(({ slice, before, after }) => (
            <li key={slice} className="flex flex-col">
              <span>Before: {describe(before)}</span>
              <span>After: {describe(after)}</span>
            </li>
          ))}
        </ul>
        {actions.length === 0 && <p>The supplier offers no action here. Ask the supplier.</p>}
        <RequireScope scopes={["flights.book"]} action="act on changes">
          <div className="flex flex-wrap gap-3 pt-3">
            {actions.includes("accept") && <Button onClick={() => setOpened("accept")}>Accept the change</Button>}
            {actions.includes("cancel") && (
              <Button kind="danger" onClick={() => setOpened("cancel")}>
                Cancel the booking
              </Button>
            )}
          </div>
        </RequireScope>
      </Notice>
      <AcceptDialog booking={booking} change={change} {...dialog("accept")} />
      <CancelChangedDialog booking={booking} change={change} {...dialog("cancel")} />
    </div>
  );
}

/** Flights and local times: `BA 178 JFK 2027-01-20 18:30 – LHR 2027-01-21 06:40`. */
function describe(slice: Change["slices"][number]["before"]): string {
  if (slice === null) return "not flown";
  const time = (at: string | null) => (at === null ? "" : ` ${at.slice(0, 16).replace("T", " ")}`);
  return slice.segments
    .map(
      ({ marketingCarrier, flightNumber, origin, destination, departureAt, arrivalAt }) =>
        `${marketingCarrier} ${flightNumber} ${origin}${time(departureAt)} – ${destination}${time(arrivalAt)}`,
    )
    .join(", ");
}

function AcceptDialog({ booking: { id }, change, ...state }: ChangeProps & DialogState) {
  const { acceptChange } = useBookingActions();
  const confirm = () =>
    acceptChange.mutate(
      { id, changeId: change.id },
      {
        onSuccess: () => {
          toast("The change is accepted.");
          state.onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      {...state}
      title="Accept this change?"
      kind="primary"
      action={acceptChange}
      actionLabel="Accept the change"
      onConfirm={confirm}
    >
      <p className="text-ink-2">The booking takes the new flights. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

function CancelChangedDialog({ booking: { id }, change, ...state }: ChangeProps & DialogState) {
  const { cancelChanged } = useBookingActions();
  const quote = useCancellationQuote(id, state.open);
  const refund = quote.data?.refund ?? null;
  const confirm = () =>
    cancelChanged.mutate(
      { id, changeId: change.id },
      {
        onSuccess: () => {
          toast("The booking is being cancelled.");
          state.onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      {...state}
      title="Cancel this booking?"
      action={cancelChanged}
      actionLabel="Cancel the booking"
      cancelLabel="Keep booking"
      disabled={refund === null}
      onConfirm={confirm}
    >
      {quote.error !== null && <Problem error={quote.error} />}
      {refund !== null && (
        <p className="text-ink-2">
          You get <RefundText refund={refund} />
        </p>
      )}
    </ConfirmDialog>
  );
}
