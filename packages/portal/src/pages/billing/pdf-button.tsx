import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button, IconButton } from "../../components/button.tsx";
import { describe } from "../../components/problem.tsx";
import { toast } from "../../components/toast.tsx";
import { useClient } from "../../data/client.ts";

interface PdfButtonProps {
  id: string;
  /** Names the file. */
  number: string;
}

/** Downloads an invoice. */
export function PdfButton({ id, number }: PdfButtonProps) {
  const download = useDownload({ id, number });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden />
      Download PDF
    </Button>
  );
}

/** The same in the row of a list. */
export function PdfIconButton({ id, number }: PdfButtonProps) {
  const download = useDownload({ id, number });
  return (
    <IconButton
      label={`Download ${number} as PDF`}
      disabled={download.isPending}
      aria-busy={download.isPending || undefined}
      onClick={() => download.mutate()}
      className="relative z-1 disabled:opacity-50"
    >
      <Download aria-hidden />
    </IconButton>
  );
}

/** A link would not do: which data is meant stands in a header. */
function useDownload({ id, number }: PdfButtonProps) {
  const client = useClient();
  return useMutation({
    mutationFn: async () => client.billing.getInvoicePdf(id),
    onSuccess: (bytes) => save(new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), `${number}.pdf`),
    onError: (error) => toast(describe(error).detail),
  });
}

/** How long a browser may take to begin with a file that is in memory already. */
const savedAfterMs = 60_000;

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), savedAfterMs);
}
