import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page-header.tsx";
import { useSession } from "../../data/session.ts";
import { AuthenticatorSettings } from "./authenticator-settings.tsx";
import { PasskeySettings } from "./passkey-settings.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { SessionSettings } from "./session-settings.tsx";

/** Security tab: sign-in methods and sessions of the user. */
export function SecuritySettings() {
  if (useSession().singleSignOn) {
    return (
      <Notice tone="neutral" title="You signed in with single sign-on">
        <p>
          Your identity provider manages your sign-in and your second factor. This session is valid for this account
          only and ends after 24 hours. Sign in with a password or a passkey to change these, if your account allows it.
        </p>
      </Notice>
    );
  }
  return (
    <div className="-mt-6">
      <Section title="Password">
        <PasswordSettings />
      </Section>
      <Section title="Authenticator app">
        <AuthenticatorSettings />
      </Section>
      <Section title="Passkeys">
        <PasskeySettings />
      </Section>
      <Section title="Sessions">
        <SessionSettings />
      </Section>
    </div>
  );
}
