import type { SsoSettings as Settings } from "@wayfare/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { PlainLink } from "../../components/text-link.tsx";
import { useSession } from "../../data/session.ts";
import { SsoConnectionForm } from "./sso-connection-form.tsx";
import { useSso, useSsoActions } from "./sso-data.ts";
import { SsoDomains } from "./sso-domains.tsx";
import { SsoTestButton } from "./sso-test-button.tsx";

/** Single sign-on tab: the connection to an identity provider and the email domains of its users, for owners. */
export function SsoSettings() {
  const isOwner = useSession().role === "owner";
  if (!isOwner) return <p className="text-ink-2">Only owners can see and change single sign-on.</p>;
  return <OwnerSettings />;
}

function OwnerSettings() {
  const sso = useSso();
  return (
    <Loaded query={sso} label="single sign-on">
      {(settings) => (
        <div className="-mt-6">
          <Section title="Connection">
            <Connection settings={settings} />
          </Section>
          {settings.connection !== null && (
            <>
              <Section title="Email domains">
                <SsoDomains domains={settings.domains} tried={settings.tried} />
              </Section>
              <Section title="Remove single sign-on">
                <Removal />
              </Section>
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Connection({ settings }: { settings: Settings }) {
  const { connection, redirectUri, tried } = settings;
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      <p className="text-ink-2">
        Members sign in with your OpenID Connect provider. The guide{" "}
        <PlainLink href="/docs/guides/single-sign-on.md">Single sign-on</PlainLink> has the steps for Google, Microsoft
        Entra, Keycloak and Okta.
      </p>
      <div className="flex flex-col gap-1">
        <p className="text-12 font-medium text-ink-2">Redirect URI to register at the provider</p>
        <CopyableId id={redirectUri} contentName="redirect URI" />
      </div>
      <SsoConnectionForm key={connection?.updatedAt ?? "new"} connection={connection} tried={tried} />
      {connection !== null && <SsoTestButton />}
    </div>
  );
}

function Removal() {
  const { remove } = useSsoActions();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Remove single sign-on</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Remove single sign-on?"
        actionLabel="Remove single sign-on"
        action={remove}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setOpen(false) })}
      >
        <p className="text-ink-2">
          Other sessions of single sign-on end, and the domains and links to users of the provider are deleted. Members
          stay, and need a password, a passkey or a sign-in link.
        </p>
      </ConfirmDialog>
    </>
  );
}
