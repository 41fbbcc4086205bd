import { Link } from "@tanstack/react-router";
import { hasAnyScope, type Session, useSession } from "../data/session.ts";
import { useWebhookAlerts } from "../data/webhooks.ts";
import { navigation } from "./navigation.ts";

/** Sidebar links, without the pages that the user's role cannot open. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const session = useSession();
  return (
    <nav aria-label="Pages" className="flex flex-col gap-5">
      {groupsOf(session).map((group) => (
        <div key={group.title}>
          {group.title !== "" && <p className="px-2 pb-1 text-12 text-ink-3">{group.title}</p>}
          <ul>
            {group.destinations.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  {...(onChosen !== undefined && { onClick: onChosen })}
                  activeOptions={{ exact: to === "/", includeSearch: false }}
                  className="flex h-8 items-center gap-2.5 rounded-control px-2 text-13 text-ink-2 hover:bg-sunken hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink pointer-coarse:h-11 [&[data-status=active]_svg]:text-accent"
                >
                  <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
                  {label}
                  {to === "/webhooks" && <WebhookAlertCount />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Returns the groups with the pages that the session can open. */
function groupsOf(session: Session) {
  return navigation
    .map((group) => {
      const open = group.destinations.filter(
        ({ access }) => access === undefined || hasAnyScope(session, access.scopes),
      );
      return { title: group.title, destinations: open };
    })
    .filter(({ destinations }) => destinations.length > 0);
}

/** Number of webhook endpoints that need attention; nothing if there are none. */
function WebhookAlertCount() {
  const count = useWebhookAlerts();
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-critical-wash px-1.5 text-12 font-medium text-critical tabular-nums">
      {count}
      <span className="sr-only">{count === 1 ? " needs attention" : " need attention"}</span>
    </span>
  );
}
