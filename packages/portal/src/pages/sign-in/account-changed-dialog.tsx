import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useSession } from "../../data/session.ts";

/** Tells the user that another window switched to another account, and loads the portal again, because this page shows the old one. */
export function AccountChangedDialog() {
  const { account } = useSession();
  return (
    <Dialog open onClose={() => undefined} title="You switched to another account" dismissible={false}>
      <p className="text-ink-2">
        Another window of this browser opened another account. This page still shows {account.name}, and nothing on it
        was changed since.
      </p>
      <Button kind="primary" autoFocus className="self-start" onClick={() => location.assign("/")}>
        Show the open account
      </Button>
    </Dialog>
  );
}
