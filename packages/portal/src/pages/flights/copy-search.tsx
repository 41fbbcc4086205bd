import type { SearchRequest } from "@wayfare/sdk";
import { Code } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SearchCode } from "../../components/search-code.tsx";
import { TextLink } from "../../components/text-link.tsx";

/** The search on the page as a program would make it. */
export function CopySearch({ request }: { request: SearchRequest }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Code aria-hidden />
        Copy as code
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="This search as code" wide>
        <SearchCode label="Language" baseUrl={location.origin} request={request} />
        <p className="text-13 text-ink-2">
          <code className="font-mono text-12">WAYFARE_KEY</code> holds a key with the scope{" "}
          <code className="font-mono text-12">flights.search</code>; <TextLink to="/keys">make one</TextLink>.
        </p>
      </Dialog>
    </>
  );
}
