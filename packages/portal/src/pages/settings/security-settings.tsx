import { Section } from "../../components/page-header.tsx";
import { AuthenticatorSettings } from "./authenticator-settings.tsx";
import { PasskeySettings } from "./passkey-settings.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { SessionSettings } from "./session-settings.tsx";

/** Security tab: sign-in methods and sessions of the user. */
export function SecuritySettings() {
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
