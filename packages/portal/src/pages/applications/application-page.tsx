import { getRouteApi } from "@tanstack/react-router";
import type { Application } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { MetadataList } from "../../components/metadata-list.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useApplication, useApplicationActions } from "../../data/applications.ts";
import { ApplicationDialog } from "./application-dialog.tsx";

const route = getRouteApi("/shell/applications/$id");

/** Application page. */
export function ApplicationPage() {
  const { id } = route.useParams();
  const query = useApplication(id);
  const back = <TextLink to="/applications">Applications</TextLink>;
  return (
    <Loaded query={query} label="application" head={<PageHeader title="Application" above={back} />}>
      {(application) => (
        <>
          <PageHeader
            title={application.name}
            above={back}
            {...(application.description !== "" && { lead: application.description })}
            actions={<ApplicationActions application={application} />}
          />
          <Facts
            facts={[
              ["Id", <CopyableId key="id" id={id} contentName="application id" />],
              ["Metadata", <MetadataList key="metadata" metadata={application.metadata} />],
              ["Created", <Time key="created" at={application.createdAt} />],
              [
                "Keys",
                <TextLink key="keys" to="/keys" search={{ applicationId: id }}>
                  Keys of this application
                </TextLink>,
              ],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function ApplicationActions({ application }: { application: Application }) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { update } = useApplicationActions();
  const close = () => setOpen(null);
  return (
    <RequireScope scopes={["usage.write"]} action="change applications">
      <Button onClick={() => setOpen("edit")}>Edit</Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        Delete
      </Button>
      <ApplicationDialog
        title="Edit application"
        submitLabel="Save"
        application={application}
        open={open === "edit"}
        onClose={close}
        action={update}
        onSubmit={(change) => update.mutate({ id: application.id, change }, { onSuccess: close })}
      />
      <DeleteDialog application={application} open={open === "delete"} onClose={close} />
    </RequireScope>
  );
}

interface DeleteDialogProps extends DialogState {
  application: Application;
}

function DeleteDialog({ application, open, onClose }: DeleteDialogProps) {
  const { remove } = useApplicationActions();
  const navigate = route.useNavigate();
  const start = () =>
    remove.mutate(application.id, {
      onSuccess: ({ revokedKeys }) => {
        toast(`Deleted ${application.name} and revoked ${formatCounted(revokedKeys.length, "key", "keys")}`);
        void navigate({ to: "/applications" });
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${application.name}?`}
      actionLabel="Delete application"
      action={remove}
      onConfirm={start}
    >
      <p className="text-ink-2">
        Its API keys are revoked and stop working after 60 seconds. Its webhook endpoints are deleted. Its usage still
        counts.
      </p>
    </ConfirmDialog>
  );
}
