const preferred = ["zstd", "br", "gzip"] as const;

export function negotiateEncoding(header: string | undefined): (typeof preferred)[number] | "identity" {
  return preferred.find((coding) => header?.includes(coding)) ?? "identity";
}
