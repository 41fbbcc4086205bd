import type { SignedInDevice } from "@wayfare/contract";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Badge } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { describeDevice } from "./device.ts";
import { useSecurityActions, useSignedInDevices } from "./security-data.ts";

/** Sessions of the user. All but the current one can be ended. */
export function SessionSettings() {
  const devices = useSignedInDevices();
  return (
    <Loaded query={devices} label="sessions">
      {(list) => <Devices devices={list} />}
    </Loaded>
  );
}

function Devices({ devices }: { devices: readonly SignedInDevice[] }) {
  const { endSession } = useSecurityActions();
  const columns: Column<SignedInDevice>[] = [
    {
      header: "Device",
      cell: ({ device, current }) => (
        <span title={device} className="flex flex-wrap items-center gap-2 font-medium">
          {describeDevice(device)}
          {current && <Badge tone="accent">This session</Badge>}
        </span>
      ),
    },
    {
      header: "Account",
      cell: ({ accountName }) => <span className="wrap-anywhere">{accountName}</span>,
      secondary: true,
    },
    {
      header: "IP address",
      cell: ({ address }) => <span className="font-mono text-12">{address}</span>,
      secondary: true,
    },
    { header: "Last active", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} show="distance" />, width: "w-28" },
    {
      header: "End",
      headerHidden: true,
      align: "end",
      width: "w-20",
      cell: ({ id, device, current }) =>
        !current && (
          <Button
            kind="quiet"
            aria-label={`End session of ${describeDevice(device)}`}
            busy={endSession.isPending && endSession.variables === id}
            onClick={() => endSession.mutate(id)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table caption="Sessions" columns={columns} rows={devices} keyOf={({ id }) => id} />
      <ActionProblem error={endSession.error} />
    </>
  );
}
