import { Plus } from "lucide-react";
import { Button } from "./button.tsx";
import { RequireScope } from "./require-scope.tsx";

interface CreateButtonProps {
  label: string;
  /** Permitted action, as in "create keys". */
  action: string;
  onClick: () => void;
}

/** Create button. If the user's role cannot create the resource, shows the roles that can. */
export function CreateButton({ label, action: may, onClick }: CreateButtonProps) {
  return (
    <RequireScope scopes={["usage.write"]} action={may}>
      <Button kind="primary" onClick={onClick}>
        <Plus aria-hidden />
        {label}
      </Button>
    </RequireScope>
  );
}
