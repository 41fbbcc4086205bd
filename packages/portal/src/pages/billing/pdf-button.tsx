import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button, IconButton } from "../../components/button.tsx";
import { describe } from "../../components/problem.tsx";
import { saveFile } from "../../components/save-file.ts";
import { toast } from "../../components/toast.tsx";
import { useClient } from "../../data/client.ts";

interface PdfButtonProps {
  id: string;
  /** Invoice number, used as the file name. */
  number: string;
}

/** Button that downloads an invoice. */
export function PdfButton({ id, number }: PdfButtonProps) {
  const download = useDownload({ id, number });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden />
      Download PDF
    </Button>
  );
}

/** Icon button that downloads an invoice, for table rows. */
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

/** Downloads the PDF. A plain link cannot send the environment header. */
function useDownload({ id, number }: PdfButtonProps) {
  const client = useClient();
  return useMutation({
    mutationFn: async () => client.billing.getInvoicePdf(id),
    onSuccess: (bytes) => saveFile(new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), `${number}.pdf`),
    onError: (error) => toast(describe(error).detail),
  });
}
