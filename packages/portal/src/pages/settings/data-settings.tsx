import { Download } from "lucide-react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { useAction } from "../../data/action.ts";
import { portal } from "../../data/portal-requests.ts";
import { saveFile } from "../../data/save-file.ts";
import { useSession } from "../../data/session.ts";

/** Data tab: the export of the account, for owners. */
export function DataSettings() {
  const { account, role } = useSession();
  const download = useAction([], () => portal.postForFile("/portal/export", {}));
  const save = () => download.mutate(undefined, { onSuccess: (file) => saveFile(file, `${account.id}.ndjson`) });
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      <p className="text-ink-2">
        A file with one JSON object per line: users, keys, webhooks, events, bookings with travelers, usage, requests,
        the audit log, and invoices with their PDF files. It contains test and live data, and no secrets.
      </p>
      <div>
        <Button kind="primary" busy={download.isPending} disabled={role !== "owner"} onClick={save}>
          <Download aria-hidden />
          Export account data
        </Button>
      </div>
      {role !== "owner" && <p className="text-13 text-ink-3">Only owners can export the data of the account.</p>}
      <ActionProblem error={download.error} />
    </div>
  );
}
