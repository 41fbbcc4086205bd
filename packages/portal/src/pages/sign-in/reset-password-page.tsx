import { useMutation } from "@tanstack/react-query";
import { TextField } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { Problem } from "../../components/problem.tsx";
import { PlainLink } from "../../components/text-link.tsx";
import { fieldErrorOf } from "../../data/field-error.ts";
import { readText } from "../../data/form-text.ts";
import { portal } from "../../data/portal-requests.ts";
import { useSignUpOptions } from "../../data/sign-up.ts";
import { useLinkToken } from "./link-token.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { NewPasswordField, SignUpForm } from "./sign-up-fields.tsx";

/** Page to reset a password: requests a mail or, with the token of its link in the fragment, sets the new password. */
export function ResetPasswordPage() {
  usePageTitle("Reset password");
  const token = useLinkToken();
  return token === "" ? <RequestLink /> : <NewPassword token={token} />;
}

function RequestLink() {
  const options = useSignUpOptions();
  const request = useMutation({
    mutationFn: (form: FormData) => portal.post("/portal/password-reset", { email: readText(form, "email").trim() }),
  });
  return (
    <SignInLayout title="Reset your password">
      <Loaded query={options} label="options">
        {({ mail }) => {
          if (!mail) return <WithoutMail />;
          if (request.isSuccess) {
            return (
              <p role="status" className="text-ink-2">
                If the address has a user, a mail is on its way. Its link is valid for an hour. No mail? Check the
                address and the spam folder.
              </p>
            );
          }
          return (
            <SignUpForm submitLabel="Send a link" busy={request.isPending} onSubmit={(form) => request.mutate(form)}>
              <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
              {request.error !== null && <Problem error={request.error} />}
            </SignUpForm>
          );
        }}
      </Loaded>
      <p className="text-13">
        <PlainLink href="/sign-in">Back to sign-in</PlainLink>
      </p>
    </SignInLayout>
  );
}

function WithoutMail() {
  return (
    <p className="text-ink-2">
      This service sends no mail. Ask your administrator to create a link with{" "}
      <code className="font-mono text-12">npx wayfare login-link</code>.
    </p>
  );
}

function NewPassword({ token }: { token: string }) {
  const reset = useMutation({
    mutationFn: (form: FormData) =>
      portal.post("/portal/password-reset/complete", { token, password: readText(form, "password") }),
  });
  const weakness = fieldErrorOf(reset.error, "/password");
  if (reset.isSuccess) {
    return (
      <SignInLayout title="Password changed">
        <p role="status" className="text-ink-2">
          All sessions have ended. <PlainLink href="/sign-in">Sign in</PlainLink> with the new password.
        </p>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Choose a new password" lead="All your sessions end. Passkeys and the authenticator stay.">
      <SignUpForm submitLabel="Change password" busy={reset.isPending} onSubmit={(form) => reset.mutate(form)}>
        <NewPasswordField error={weakness} autoFocus />
        {reset.error !== null && weakness === undefined && <Problem error={reset.error} />}
      </SignUpForm>
      {reset.error !== null && weakness === undefined && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-13">
          <PlainLink href="/reset-password">Request another link</PlainLink>
          <PlainLink href="/sign-in">Back to sign-in</PlainLink>
        </p>
      )}
    </SignInLayout>
  );
}
