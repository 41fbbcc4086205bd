import type { PortalAccount } from "@wayfare/contract";
import { Check } from "lucide-react";
import { Problem } from "../../components/problem.tsx";
import { useSwitchAccount } from "./account-actions.ts";

/** Accounts of the user as buttons that open them. */
export function AccountList({ accounts }: { accounts: readonly PortalAccount[] }) {
  const change = useSwitchAccount();
  return (
    <>
      <ul>
        {accounts.map(({ id, name, role, status, current }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={current ? "true" : undefined}
              disabled={current || !canOpen(status) || change.isPending}
              onClick={() => change.mutate(id)}
              className="flex min-h-11 w-full items-center justify-between gap-4 rounded-mark px-2 py-1 text-left text-13 focus-visible:-outline-offset-2 enabled:hover:bg-accent-wash"
            >
              <span className="min-w-0">
                <span className="block font-medium">{name}</span>
                <span className="block text-12 text-ink-3">{canOpen(status) ? role : `${role} · ${status}`}</span>
              </span>
              {current && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
            </button>
          </li>
        ))}
      </ul>
      {change.error !== null && <Problem error={change.error} />}
    </>
  );
}

function canOpen(status: PortalAccount["status"]): boolean {
  return status === "active" || status === "closing";
}
