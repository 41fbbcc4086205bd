import { Building2, ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { Loading } from "../components/loading.tsx";
import { useOwnAccounts } from "../data/accounts.ts";
import { useSession } from "../data/session.ts";

const AccountList = lazy(async () => ({
  default: (await import("../pages/sign-in/account-list.tsx")).AccountList,
}));

/** Switch between the accounts of the user; nothing for a user of one account. A native popover: Escape and clicks outside close it. */
export function AccountSwitch() {
  const { account, otherAccounts } = useSession();
  const accounts = useOwnAccounts(otherAccounts).data ?? [];
  const menuId = useId();
  if (accounts.length < 2) return null;
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        aria-label={`Switch account, ${account.name} is open`}
        title={account.name}
        className="flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-control text-13 text-ink-2 hover:bg-sunken hover:text-ink wide:px-2 pointer-coarse:h-11 pointer-coarse:min-w-11"
      >
        <Building2 aria-hidden className="size-5 wide:size-4" />
        <span className="hidden max-w-48 truncate wide:block">{account.name}</span>
        <ChevronsUpDown aria-hidden className="hidden size-3.5 wide:block" />
      </button>
      <div
        id={menuId}
        popover="auto"
        role="group"
        aria-label="Accounts"
        className="appearing fixed inset-auto top-17.5 right-4 m-0 max-h-[70dvh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-control wrap-anywhere border border-line bg-raised p-1 text-ink shadow-overlay wide:right-6"
      >
        <Suspense fallback={<Loading label="accounts" />}>
          <AccountList accounts={accounts} />
        </Suspense>
      </div>
    </>
  );
}
