import type { KeyStatus } from "@wayfare/sdk";
import { Countdown } from "../../components/countdown.tsx";
import { Status, type Tone } from "../../components/status.tsx";

const graceSeconds = 60;

const tones: Record<KeyStatus, Tone> = {
  active: "positive",
  revoking: "caution",
  revoked: "neutral",
  expired: "neutral",
};
const labels: Record<KeyStatus, string> = {
  active: "Active",
  revoking: "Revoking",
  revoked: "Revoked",
  expired: "Expired",
};

interface KeyState {
  status: KeyStatus;
  graceEndsAt: string | null;
}

/** Status of a key. A key that is being revoked shows the remaining grace period. */
export function KeyStatusMark({ status, graceEndsAt }: KeyState) {
  if (status !== "revoking" || graceEndsAt === null) return <Status tone={tones[status]}>{labels[status]}</Status>;
  return (
    <Status tone="caution">
      <Countdown until={graceEndsAt} totalSeconds={graceSeconds} after="Revoked" />
    </Status>
  );
}
