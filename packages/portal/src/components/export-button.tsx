import { useMutation } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { Download } from "lucide-react";
import { useState } from "react";
import { useClient } from "../data/client.ts";
import type { CsvColumn } from "../data/csv.ts";
import { useEnvironment } from "../data/environment.ts";
import { maxExportRows, readCsv, saveCsv } from "../data/export-csv.ts";
import { Button } from "./button.tsx";
import { formatCount, formatCounted } from "./money-format.ts";
import { describe } from "./problem.tsx";
import { toast } from "./toast.tsx";

interface ExportButtonProps<Row> {
  /** Name of the list, for the file name. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** Returns all rows that match the filters of the page, page by page. */
  read: (client: Wayfare) => AsyncIterable<Row>;
}

/** Button that saves the rows of a list, with the filters of the page, as a CSV file. */
export function ExportButton<Row>({ name, columns, read }: ExportButtonProps<Row>) {
  const client = useClient();
  const environment = useEnvironment();
  const [progress, setProgress] = useState(0);
  const run = useMutation({
    mutationFn: () => readCsv({ columns, rows: read(client), onProgress: setProgress }),
    onSuccess: ({ csv, count, isComplete }) => {
      saveCsv(`wayfare-${name}-${environment}-${new Date().toISOString().slice(0, 10)}.csv`, csv);
      const rows = formatCounted(count, "row", "rows");
      toast(
        isComplete
          ? `${rows} exported.`
          : `The newest ${formatCount(maxExportRows)} rows are exported. Choose a shorter time range for older ones.`,
      );
    },
    onError: (error) => toast(describe(error).detail),
    onSettled: () => setProgress(0),
  });
  return (
    <Button busy={run.isPending} onClick={() => run.mutate()}>
      <Download aria-hidden />
      {progress === 0 ? "Export CSV" : `Export CSV (${formatCount(progress)})`}
    </Button>
  );
}
