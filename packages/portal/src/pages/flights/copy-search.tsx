import type { SearchRequest } from "@wayfare/sdk";
import { Code } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SearchCode } from "../../components/search-code.tsx";
import { TextLink } from "../../components/text-link.tsx";

/** Button that shows the current search as code. */
export function CopySearch({ request }: { request: SearchRequest }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Code aria-hidden />
        Copy as code
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Search as code" wide>
        <SearchCode label="Language" baseUrl={location.origin} request={request} />
        <p className="text-13 text-ink-2">
          Set <code className="font-mono text-12">WAYFARE_KEY</code> to an API key with the scope{" "}
          <code className="font-mono text-12">flights.search</code>. <TextLink to="/keys">Create a key</TextLink>
        </p>
      </Dialog>
    </>
  );
}
