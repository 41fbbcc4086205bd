import type { AccountStatus } from "@wayfare/sdk";
import { Status, type Tone } from "../../components/status.tsx";

/** Labels of the account statuses. */
export const statusLabels: Readonly<Record<AccountStatus, string>> = {
  active: "Active",
  suspended: "Suspended",
  closing: "Closing",
  closed: "Closed",
};

const tones: Readonly<Record<AccountStatus, Tone>> = {
  active: "positive",
  suspended: "critical",
  closing: "caution",
  closed: "neutral",
};

/** Status of an account. */
export function AccountStatusMark({ status }: { status: AccountStatus }) {
  return <Status tone={tones[status]}>{statusLabels[status]}</Status>;
}
