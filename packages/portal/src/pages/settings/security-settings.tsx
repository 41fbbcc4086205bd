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
      <>
        <Notice tone="neutral" title="You signed in with single sign-on">
          <p>
            Your identity provider manages your sign-in and your second factor. This session is valid for this account
            only and ends after 24 hours. To change your password, authenticator or passkeys, sign in with a password or
            a passkey, if your account allows it.
          </p>
        </Notice>
        <Section title="Sessions">
          <p className="text-ink-2">
            Your sessions of single sign-on in this account. Other sessions are shown after a sign-in with a password or
            a passkey.
          </p>
          <SessionSettings />
        </Section>
      </>
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
