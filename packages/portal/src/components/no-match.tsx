import { EmptyState } from "./empty-state.tsx";
import { TextLink } from "./text-link.tsx";

interface NoMatchProps {
  title: string;
  /** List without filters. */
  to:
    | "/accounts"
    | "/operator/audit"
    | "/applications"
    | "/audit"
    | "/bookings"
    | "/deliveries"
    | "/events"
    | "/keys"
    | "/requests"
    | "/watches"
    | "/webhooks";
  /** Text of the link, as in "Show all keys". */
  link: string;
}

/** Empty state of a list whose filters match nothing. */
export function NoMatch({ title, to, link }: NoMatchProps) {
  return (
    <EmptyState title={title}>
      <p>
        <TextLink to={to}>{link}</TextLink>
      </p>
    </EmptyState>
  );
}
