import { useEffect, useState } from "react";

/**
 * Returns the token of a link, which is the URL fragment; empty without one. The token is removed from the URL, so that it does not
 * stay in the browser history. A link that is pasted into a window that already shows this page changes only the fragment.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => {
      if (location.hash === "") return;
      setToken(location.hash.slice(1));
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}
