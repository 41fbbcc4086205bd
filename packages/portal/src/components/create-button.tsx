import { Plus } from "lucide-react";
import { Button } from "./button.tsx";
import { Permitted } from "./permitted.tsx";

interface CreateButtonProps {
  label: string;
  /** What it lets a role do, as in "create keys". */
  may: string;
  onClick: () => void;
}

/** The button that makes a resource with the API; who can, for a role that cannot. */
export function CreateButton({ label, may, onClick }: CreateButtonProps) {
  return (
    <Permitted scopes={["usage.write"]} may={may}>
      <Button kind="primary" onClick={onClick}>
        <Plus aria-hidden />
        {label}
      </Button>
    </Permitted>
  );
}
