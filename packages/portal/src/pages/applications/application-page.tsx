import { getRouteApi } from "@tanstack/react-router";
import type { Application } from "@wayfare/sdk";
import { useState } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/figures.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useMay } from "../../data/session.ts";
import { ApplicationDialog } from "./application-dialog.tsx";
import { useApplication, useApplicationActions } from "./data.ts";

const route = getRouteApi("/shell/applications/$id");

/** One application. */
export function ApplicationPage() {
  const { id } = route.useParams();
  const application = useApplication(id);
  const back = <TextLink to="/applications">Applications</TextLink>;
  if (application.data === undefined) {
    return (
      <>
        <PageHeader title="Application" above={back} />
        {application.error === null ? (
          <Waiting label="application" />
        ) : (
          <Problem error={application.error} onRetry={() => void application.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={application.data.name}
        above={back}
        lead={application.data.description}
        actions={<ApplicationActions application={application.data} />}
      />
      <Facts
        facts={[
          ["Id", <CopyableId key="id" id={id} what="application id" />],
          ["Created", <Time key="created" at={application.data.createdAt} />],
          [
            "Keys",
            <TextLink key="keys" to="/keys" search={{ applicationId: id }}>
              Keys of this application
            </TextLink>,
          ],
        ]}
      />
    </>
  );
}

function ApplicationActions({ application }: { application: Application }) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { update } = useApplicationActions();
  const close = () => setOpen(null);
  if (!useMay("usage.write")) return null;
  return (
    <>
      <Button onClick={() => setOpen("edit")}>Edit</Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        Delete
      </Button>
      <ApplicationDialog
        title="Edit application"
        action="Save"
        application={application}
        open={open === "edit"}
        onClose={close}
        mutation={update}
        onSubmit={(change) => update.mutate({ id: application.id, change }, { onSuccess: close })}
      />
      <DeleteDialog application={application} open={open === "delete"} onClose={close} />
    </>
  );
}

function DeleteDialog({
  application,
  open,
  onClose,
}: {
  application: Application;
  open: boolean;
  onClose: () => void;
}) {
  const { remove } = useApplicationActions();
  const navigate = route.useNavigate();
  const error = remove.error instanceof StepUpCancelled ? null : remove.error;
  const start = () =>
    remove.mutate(application.id, {
      onSuccess: ({ revokedKeys }) => {
        toast(`${application.name} is deleted, and ${revokedKeys.length} of its keys revoked`);
        void navigate({ to: "/applications" });
      },
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete ${application.name}?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={remove.isPending} onClick={start}>
            Delete application
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Its keys are revoked and answer for 60 seconds more; its webhooks are deleted. What it has used stays counted.
      </p>
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
