import { useMutation } from "@tanstack/react-query";
import { Button } from "../components/button.tsx";
import { Time } from "../components/time.tsx";
import { portal } from "../data/portal-requests.ts";
import { useSession } from "../data/session.ts";

/** Banner of a session in which an operator acts for a customer, with the button that ends it; nothing in other sessions. */
export function ActingBanner() {
  const { acting, account } = useSession();
  const stop = useMutation({
    mutationFn: () => portal.delete("/portal/acting"),
    // Loads the portal again, because all cached data is that of the customer.
    onSuccess: () => location.assign(`/accounts/${account.id}`),
  });
  if (acting === null) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-caution bg-caution-wash px-4 py-2 text-13"
    >
      <p className="min-w-0 wrap-anywhere">
        You act for <strong>{account.name}</strong> {acting.changes ? "and can change its data" : "and can only read"}.
        Ends <Time at={acting.expiresAt} />.
      </p>
      <Button onClick={() => stop.mutate()} busy={stop.isPending}>
        Stop acting
      </Button>
    </div>
  );
}
