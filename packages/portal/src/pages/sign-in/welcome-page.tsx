import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { PasswordField } from "../../components/password-field.tsx";
import { Problem } from "../../components/problem.tsx";
import { fieldErrorOf } from "../../data/field-error.ts";
import { portal } from "../../data/portal-requests.ts";
import { sessionKey, useSession } from "../../data/session.ts";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** First sign-in with a link: form for the name, email address and password, then an offer to add a passkey. */
export function WelcomePage() {
  usePageTitle("Welcome");
  const [saved, setSaved] = useState(false);
  const queryClient = useQueryClient();
  const router = useRouter();
  const finish = () => {
    queryClient.removeQueries({ queryKey: sessionKey });
    void router.navigate({ to: "/" });
  };
  if (saved) return <PasskeyOffer onDone={finish} />;
  return <Profile onSaved={() => ("PublicKeyCredential" in globalThis ? setSaved(true) : finish())} />;
}

function Profile({ onSaved }: { onSaved: () => void }) {
  const { email } = useSession().user;
  const saveProfile = useMutation({
    mutationFn: async (form: FormData) => {
      // Sets the password first: the profile completes this step, and without a password the user could not sign in again.
      await portal.put("/portal/security/password", { password: form.get("password") });
      await portal.put("/portal/profile", { name: form.get("name"), email: form.get("email") });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saveProfile.mutate(new FormData(event.currentTarget));
  };
  const weakness = fieldErrorOf(saveProfile.error, "/password");
  return (
    <SignInLayout title="Welcome" lead="Complete your profile and choose a password.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
        <TextField
          label="Email"
          hint="You sign in with it and cannot change it later."
          name="email"
          defaultValue={email ?? ""}
          readOnly={email !== null}
          type="email"
          autoComplete="username"
          required
        />
        <PasswordField
          label="Password"
          hint="At least 10 characters, and not easy to guess."
          error={weakness}
          name="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={200}
          required
        />
        {saveProfile.error !== null && weakness === undefined && <Problem error={saveProfile.error} />}
        <Button kind="primary" type="submit" busy={saveProfile.isPending} className="self-start">
          Continue
        </Button>
      </form>
    </SignInLayout>
  );
}
