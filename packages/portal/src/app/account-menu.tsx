import { useNavigate } from "@tanstack/react-router";
import { Check, CircleUserRound } from "lucide-react";
import { DropdownMenu as Menu } from "radix-ui";
import { useSession, useSignOut } from "../data/session.ts";
import { setTheme, type Theme, useTheme } from "./theme.ts";

const item =
  "flex h-8 cursor-pointer items-center justify-between gap-6 rounded-mark px-2 text-13 outline-none data-highlighted:bg-accent-wash pointer-coarse:h-11";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Who is signed in, the theme, and the way out. */
export function AccountMenu() {
  const { user, account, role } = useSession();
  const theme = useTheme();
  const navigate = useNavigate();
  const signOut = useSignOut(() => void navigate({ to: "/sign-in" }));
  return (
    // Not modal: what a modal menu does to the page needs styles that our policy refuses.
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label="Account"
        className="flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <CircleUserRound className="size-5" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={6}
          className="appearing z-20 min-w-56 rounded-control border border-line bg-raised p-1 shadow-overlay"
        >
          <div className="px-2 pt-1.5 pb-2">
            <p className="font-medium">{user.name}</p>
            <p className="text-12 text-ink-3">{user.email}</p>
            <p className="pt-1 text-12 text-ink-3">
              {account.name} · {role}
            </p>
          </div>
          <Menu.Separator className="mx-2 my-1 h-px bg-line" />
          <Menu.RadioGroup
            value={theme}
            onValueChange={(value) => setTheme(themes.find((each) => each.value === value)?.value ?? "system")}
          >
            <Menu.Label className="px-2 pt-1 text-12 text-ink-3">Theme</Menu.Label>
            {themes.map((each) => (
              <Menu.RadioItem key={each.value} value={each.value} className={item}>
                {each.label}
                <Menu.ItemIndicator>
                  <Check className="size-4" />
                </Menu.ItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Separator className="mx-2 my-1 h-px bg-line" />
          <Menu.Item className={item} onSelect={() => signOut.mutate()}>
            Sign out
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
