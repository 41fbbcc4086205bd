import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { Problem } from "../../components/problem.tsx";
import { PlainLink } from "../../components/text-link.tsx";
import { fieldErrorOf } from "../../data/field-error.ts";
import { readText } from "../../data/form-text.ts";
import { portal } from "../../data/portal-requests.ts";
import { useSignUpOptions } from "../../data/sign-up.ts";
import { CompleteSignUp } from "./complete-sign-up.tsx";
import { useLinkToken } from "./link-token.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { AccountFields, NewPasswordField, SignUpForm } from "./sign-up-fields.tsx";
import { readPendingSignUp } from "./sign-up-responses.ts";

/** Sign-up page: the form for a new account or, with the token of a mailed link in the fragment, its last step. */
export function SignUpPage() {
  usePageTitle("Sign up");
  const token = useLinkToken();
  return token === "" ? <NewSignUp /> : <Link key={token} token={token} />;
}

function NewSignUp() {
  const options = useSignUpOptions();
  const [sentTo, setSentTo] = useState<string>();
  const request = useMutation({
    mutationFn: async (form: FormData) => {
      const email = readText(form, "email").trim();
      const body = {
        name: readText(form, "name"),
        accountName: readText(form, "accountName"),
        email,
        password: readText(form, "password"),
      };
      await portal.post("/portal/sign-up", body);
      return email;
    },
    onSuccess: setSentTo,
  });
  if (sentTo !== undefined) {
    return (
      <SignInLayout title="Check your mail">
        <p role="status" className="wrap-anywhere text-ink-2">
          We sent a link to <strong>{sentTo}</strong>. Open it within 24 hours to create your account.
        </p>
        <p className="text-13 text-ink-3">
          No mail? Check the address and the spam folder, then{" "}
          <button
            type="button"
            className="text-accent underline underline-offset-3"
            onClick={() => setSentTo(undefined)}
          >
            sign up again
          </button>
          .
        </p>
      </SignInLayout>
    );
  }
  const weakness = fieldErrorOf(request.error, "/password");
  return (
    <SignInLayout title="Create an account">
      <Loaded query={options} label="sign-up">
        {({ signUp }) =>
          signUp === "open" ? (
            <SignUpForm submitLabel="Create account" busy={request.isPending} onSubmit={(form) => request.mutate(form)}>
              <AccountFields />
              <NewPasswordField error={weakness} />
              {request.error !== null && weakness === undefined && <Problem error={request.error} />}
            </SignUpForm>
          ) : (
            <p className="text-ink-2">
              {signUp === "invite"
                ? "New accounts are created by invitation. Open the link of your invitation."
                : "New accounts are created by the operator of this service."}
            </p>
          )
        }
      </Loaded>
      <p className="text-13 text-ink-2">
        You have an account? <PlainLink href="/sign-in">Sign in</PlainLink>
      </p>
    </SignInLayout>
  );
}

function Link({ token }: { token: string }) {
  const pending = useQuery({
    queryKey: ["sign-up", token],
    queryFn: () => portal.postAndRead("/portal/sign-up/link", { token }, readPendingSignUp),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (pending.data !== undefined) return <CompleteSignUp token={token} pending={pending.data} />;
  return (
    <SignInLayout title="Create an account">
      <Loaded query={pending} label="link">
        {() => null}
      </Loaded>
      {pending.error !== null && (
        <Button className="self-start" onClick={() => location.assign("/sign-up")}>
          Sign up again
        </Button>
      )}
    </SignInLayout>
  );
}
