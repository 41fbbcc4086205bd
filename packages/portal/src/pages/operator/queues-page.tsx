import type { Queue, QueueCount, QueueName, Queues } from "@wayfare/sdk";
import { Loaded } from "../../components/loaded.tsx";
import { formatCount } from "../../components/money-format.ts";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { queuesAccess } from "../../data/permissions.ts";
import { useQueues } from "./data.ts";

/** Titles of the queues. */
const titles: Readonly<Record<QueueName, string>> = {
  webhook_deliveries: "Webhook deliveries",
  webhook_replays: "Webhook replays",
  mails: "Mails",
  watches: "Watches",
  booking_orders: "Orders at suppliers",
  billing_steps: "Billing steps",
  payments: "Charges",
  quota_leases: "Lost quota leases",
  erasures: "Erasures",
  usage_records: "Usage records of this process",
};

const columns: readonly Column<Queue>[] = [
  { header: "Queue", cell: (queue) => <QueueCell queue={queue} /> },
  { header: "Due", cell: ({ due }) => <Count count={due} />, align: "end", width: "w-20" },
  { header: "Later", cell: ({ later }) => <Count count={later} />, align: "end", width: "w-20", secondary: true },
  { header: "Held", cell: ({ held }) => <Count count={held} />, align: "end", width: "w-20", secondary: true },
  {
    header: "Retrying",
    cell: ({ retrying }) => <Count count={retrying} />,
    align: "end",
    width: "w-20",
    secondary: true,
  },
  { header: "Failed", cell: ({ failed }) => <Count count={failed} />, align: "end", width: "w-20", secondary: true },
  {
    header: "Oldest due",
    cell: ({ oldestDueAt }) => <Time at={oldestDueAt} show="distance" never="–" />,
    align: "end",
    width: "w-28",
    secondary: true,
  },
  { header: "Status", cell: (queue) => <QueueStatus queue={queue} />, width: "w-24" },
];

/** Background work of the deployment that is not done yet, for operators. */
export function QueuesPage() {
  const header = (
    <PageHeader
      title={queuesAccess.title}
      lead="Background work of all accounts that is not done yet. Read again every 15 seconds. Counting stops at 10,000."
    />
  );
  return (
    <Loaded query={useQueues()} label="queues" head={header}>
      {({ queues, outboundPausedAt }) => (
        <>
          {header}
          {outboundPausedAt !== null && <PauseNotice since={outboundPausedAt} />}
          <Table caption="Queues" columns={columns} rows={queues} keyOf={({ name }) => name} />
          <p className="max-w-[68ch] pt-3 text-12 text-ink-3">
            A dash is a number that does not exist or is not known. Dead letters are counted in the overview of each
            account, and unpaid charges are invoices.
          </p>
        </>
      )}
    </Loaded>
  );
}

function PauseNotice({ since }: { since: NonNullable<Queues["outboundPausedAt"]> }) {
  return (
    <div className="pb-6">
      <Notice tone="caution" title="Outbound traffic is paused">
        <p>
          Deliveries, live bookings, mails and payments wait since <Time at={since} />, because of a restore. Run{" "}
          <code className="font-mono text-12">wayfare resume</code> when no other deployment sends the same events.
        </p>
      </Notice>
    </div>
  );
}

/** Title, and on narrow screens the numbers that have no column. */
function QueueCell({ queue }: { queue: Queue }) {
  const { name, later, held, retrying, failed, oldestDueAt } = queue;
  const more = { later, held, retrying, failed };
  const texts = Object.entries(more).flatMap(([label, count]) =>
    count === null || count.value === 0 ? [] : [`${formatBounded(count)} ${label}`],
  );
  return (
    <div className="flex flex-col">
      <span className="font-medium">{titles[name]}</span>
      <span className="text-12 text-ink-3 wide:hidden">
        {texts.join(" · ")}
        {oldestDueAt !== null && (
          <>
            {texts.length > 0 && " · "}
            oldest <Time at={oldestDueAt} show="distance" />
          </>
        )}
      </span>
    </div>
  );
}

function Count({ count }: { count: QueueCount | null }) {
  if (count === null) return <span className="text-ink-3">–</span>;
  return <span className={count.value === 0 ? "text-ink-3 tabular-nums" : "tabular-nums"}>{formatBounded(count)}</span>;
}

function formatBounded({ value, isMinimum }: QueueCount): string {
  return isMinimum ? `≥ ${formatCount(value)}` : formatCount(value);
}

function QueueStatus({ queue: { due, isLate, lateAfterSeconds } }: { queue: Queue }) {
  if (due === null) return <Status tone="neutral">Unknown</Status>;
  // Such a queue waits for an event, not for a time.
  if (lateAfterSeconds === null) return <span className="text-ink-3">–</span>;
  return isLate ? <Status tone="critical">Late</Status> : <Status tone="positive">On time</Status>;
}
