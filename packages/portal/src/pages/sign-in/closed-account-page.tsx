import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { useOwnAccounts } from "../../data/accounts.ts";
import { useEndSession } from "./account-actions.ts";
import { AccountList } from "./account-list.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Page of a session whose account is suspended or closed: the other accounts of the user, and sign-out. */
export function ClosedAccountPage() {
  usePageTitle("Account not available");
  const accounts = useOwnAccounts();
  const end = useEndSession("/sign-in");
  return (
    <SignInLayout
      title="This account is suspended or closed"
      lead="Its data is kept. Contact the operator of this service to resume it."
    >
      <Loaded query={accounts} label="accounts">
        {(list) => (list.length > 1 ? <OtherAccounts accounts={list} /> : null)}
      </Loaded>
      <Button className="self-start" busy={end.isPending} onClick={() => end.mutate()}>
        Sign out
      </Button>
    </SignInLayout>
  );
}

function OtherAccounts({ accounts }: Parameters<typeof AccountList>[0]) {
  return (
    <section aria-label="Your accounts" className="rounded-control border border-line p-1">
      <AccountList accounts={accounts} />
    </section>
  );
}
