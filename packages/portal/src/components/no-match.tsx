import { EmptyState } from "./empty-state.tsx";
import { TextLink } from "./text-link.tsx";

interface NoMatchProps {
  title: string;
  /** The list without its filters. */
  to: "/deliveries" | "/events" | "/keys" | "/requests";
  /** The link to it, as in "Show every key". */
  link: string;
}

/** Shown in place of a list whose filters match nothing. */
export function NoMatch({ title, to, link }: NoMatchProps) {
  return (
    <EmptyState title={title}>
      <p>
        <TextLink to={to}>{link}</TextLink> of this environment.
      </p>
    </EmptyState>
  );
}
