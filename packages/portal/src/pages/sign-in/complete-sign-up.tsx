import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { CompletedSignUp, PendingSignUp } from "@wayfare/contract";
import { useState } from "react";
import { TextField } from "../../components/field.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { Problem } from "../../components/problem.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { fieldErrorOf } from "../../data/field-error.ts";
import { readText } from "../../data/form-text.ts";
import { portal } from "../../data/portal-requests.ts";
import { sessionKey } from "../../data/session.ts";
import { setSignedInFlag } from "../../data/signed-in-flag.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { AccountFields, NewPasswordField, SignUpForm } from "./sign-up-fields.tsx";
import { readCompletedSignUp } from "./sign-up-responses.ts";

/**
 * Last step of a sign-up, then its first test key. To confirm an address, the user enters the password of the sign-up again, so that the
 * owner of the address cannot confirm the sign-up of someone else.
 */
export function CompleteSignUp({ token, pending: { kind, email } }: { token: string; pending: PendingSignUp }) {
  const [completed, setCompleted] = useState<CompletedSignUp | null>(null);
  const queryClient = useQueryClient();
  const router = useRouter();
  const complete = useMutation({
    mutationFn: (form: FormData) => {
      const names =
        kind === "invitation" ? { name: readText(form, "name"), accountName: readText(form, "accountName") } : {};
      const body = { token, password: readText(form, "password"), ...names };
      return portal.postAndRead("/portal/sign-up/complete", body, readCompletedSignUp);
    },
    onSuccess: (made) => {
      setSignedInFlag(true);
      setCompleted(made);
    },
  });
  const openPortal = () => {
    queryClient.removeQueries({ queryKey: sessionKey });
    void router.navigate({ to: "/" });
  };
  const weakness = fieldErrorOf(complete.error, "/password");
  return (
    <SignInLayout
      title={kind === "invitation" ? "Create your account" : "Confirm your email address"}
      lead={
        kind === "invitation" ? "An operator of this service invites you." : "Enter the password you chose at sign-up."
      }
    >
      <SignUpForm submitLabel="Create account" busy={complete.isPending} onSubmit={(form) => complete.mutate(form)}>
        {kind === "invitation" ? (
          <>
            <AccountFields email={email} />
            <NewPasswordField error={weakness} />
          </>
        ) : (
          <>
            <TextField label="Email" name="email" defaultValue={email} readOnly autoComplete="username" />
            <PasswordField label="Password" name="password" autoComplete="current-password" required autoFocus />
          </>
        )}
        {complete.error !== null && weakness === undefined && <Problem error={complete.error} />}
      </SignUpForm>
      <ShownOnceDialog
        open={completed !== null}
        title="Your first test key"
        contentName="key"
        lead="Programs send this key with requests for test data. It is not shown again. You can create more keys in the portal."
        text={completed?.key.secret}
        onClose={openPortal}
      />
    </SignInLayout>
  );
}
