import { useSyncExternalStore } from "react";

const shownMs = 4000;

let message = "";
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setMessage(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

/** Shows a short message at the bottom for 4 seconds. Only for results that are not visible on the page. */
export function toast(text: string): void {
  clearTimeout(timer);
  setMessage(text);
  timer = setTimeout(() => setMessage(""), shownMs);
}

/** Region in which toasts appear, rendered once by the shell. */
export function ToastRegion() {
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
