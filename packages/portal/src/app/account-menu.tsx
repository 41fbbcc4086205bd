import { useNavigate } from "@tanstack/react-router";
import { Check, CircleUserRound } from "lucide-react";
import { useId } from "react";
import { RadioOption } from "../components/radio-option.tsx";
import { useSession, useSignOut } from "../data/session.ts";
import { setTheme, type Theme, useTheme } from "./theme.ts";

const item =
  "flex h-8 w-full items-center justify-between gap-6 rounded-mark px-2 text-13 hover:bg-accent-wash pointer-coarse:h-11";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Account menu with the signed-in user, the theme and sign-out. A native popover: Escape and clicks outside close it. */
export function AccountMenu() {
  const { user, account, role } = useSession();
  const menuId = useId();
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate({ to: "/sign-in" }));
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        aria-label="Account"
        className="flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <CircleUserRound aria-hidden className="size-5" />
      </button>
      <div
        id={menuId}
        popover="auto"
        role="group"
        aria-label="Account"
        className="appearing fixed inset-auto top-17.5 right-4 m-0 min-w-56 max-w-[min(20rem,calc(100vw-2rem))] rounded-control wrap-anywhere border border-line bg-raised p-1 text-ink shadow-overlay wide:right-6"
      >
        <div className="px-2 pt-1.5 pb-2">
          <p className="font-medium">{user.name}</p>
          <p className="text-12 text-ink-3">{user.email}</p>
          <p className="pt-1 text-12 text-ink-3">
            {account.name} · {role}
          </p>
        </div>
        <ThemeChoice />
        <button type="button" className={item} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </button>
      </div>
    </>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <div className="my-1 border-y border-line py-1">
      <fieldset>
        <legend className="px-2 py-1 text-12 text-ink-3">Theme</legend>
        {themes.map(({ value, label }) => (
          <RadioOption
            key={value}
            name="theme"
            checked={theme === value}
            onChoose={() => setTheme(value)}
            className={`${item} has-focus-visible:-outline-offset-2`}
          >
            {label}
            {theme === value && <Check aria-hidden className="size-4 text-accent" />}
          </RadioOption>
        ))}
      </fieldset>
    </div>
  );
}
