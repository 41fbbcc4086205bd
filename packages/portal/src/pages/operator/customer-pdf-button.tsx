import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { IconButton } from "../../components/button.tsx";
import { describe } from "../../components/problem.tsx";
import { toast } from "../../components/toast.tsx";
import { useClient } from "../../data/client.ts";
import { saveFile } from "../../data/save-file.ts";

/** Button that downloads an invoice of an account. */
export function CustomerPdfButton({ id, invoiceId, number }: { id: string; invoiceId: string; number: string }) {
  const client = useClient();
  const download = useMutation({
    mutationFn: async () => client.customerAccounts.getInvoicePdf(id, invoiceId),
    onSuccess: (bytes) => saveFile(new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), `${number}.pdf`),
    onError: (error) => toast(describe(error).detail),
  });
  return (
    <IconButton
      label={`Download ${number} as PDF`}
      disabled={download.isPending}
      aria-busy={download.isPending || undefined}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden />
    </IconButton>
  );
}
