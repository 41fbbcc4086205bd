import { useSyncExternalStore } from "react";

const shownMs = 4000;

let message = "";
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function say(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

/** Says one short thing at the bottom for four seconds. For what happened out of sight only: the page itself says the rest. */
export function toast(text: string): void {
  clearTimeout(timer);
  say(text);
  timer = setTimeout(() => say(""), shownMs);
}

/** Where toasts appear; the shell has the one. */
export function ToastPlace() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center px-4">
      {text !== "" && (
        <p className="appearing rounded-control bg-ink px-4 py-2 text-13 text-surface shadow-overlay">{text}</p>
      )}
    </div>
  );
}
