import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { Problem } from "../../components/problem.tsx";
import { portal } from "../../data/portal-requests.ts";
import { sessionKey, useSession } from "../../data/session.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Who signed in by a link for the first time says who they are, and how they will come in from now on. */
export function WelcomePage() {
  usePageTitle("Welcome");
  const queryClient = useQueryClient();
  const router = useRouter();
  const { email } = useSession().user;
  const introduce = useMutation({
    mutationFn: async (form: FormData) => {
      // The password first: with the name the page would be done, and without a password there is no way back in.
      await portal.put("/portal/security/password", { password: form.get("password") });
      await portal.put("/portal/profile", { name: form.get("name"), email: form.get("email") });
      queryClient.removeQueries({ queryKey: sessionKey });
      await router.navigate({ to: "/" });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    introduce.mutate(new FormData(event.currentTarget));
  };
  return (
    <SignInLayout title="Welcome" lead="Say who you are, and choose how you will sign in from now on.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
        <TextField
          label="E-mail"
          hint="It names you at sign-in, and stays as it is from then on. Nothing is sent to it."
          name="email"
          defaultValue={email ?? ""}
          readOnly={email !== null}
          type="email"
          autoComplete="username"
          required
        />
        <TextField
          label="Password"
          hint="Ten characters or more; a few words make a good one."
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
        />
        {introduce.error !== null && <Problem error={introduce.error} />}
        <Button kind="primary" type="submit" busy={introduce.isPending} className="self-start">
          Go to the overview
        </Button>
      </form>
    </SignInLayout>
  );
}
