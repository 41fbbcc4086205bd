import { useMemo } from "react";
import { encodeQr } from "./qr/encode-qr.ts";

const quietZone = 4;

/** A text as a QR code, dark on light in either theme: scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => encodeQr(text), [text]);
  const size = modules.length + 2 * quietZone;
  const path = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="size-52">
      <rect width={size} height={size} className="fill-qr-light" />
      <path d={path.join("")} className="fill-qr-dark" />
    </svg>
  );
}
