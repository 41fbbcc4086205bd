import { useMemo } from "react";
import { encode } from "uqr";

/** Light modules around the code, required by the standard. */
const quietZone = 4;

/** QR code with error correction level M. Dark on light in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: "M", border: quietZone }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="size-52">
      <rect width={size} height={size} className="fill-qr-light" />
      <path d={path.join("")} className="fill-qr-dark" />
    </svg>
  );
}
