import type { GeoProjection } from "d3-geo";

/** Part of a map that is shown. */
export interface MapView {
  /** 1: all routes fit. */
  zoom: number;
  /** Distance in pixels by which the map is moved. */
  x: number;
  y: number;
}

export const wholeMap: MapView = { zoom: 1, x: 0, y: 0 };

const maxZoom = 16;

/** Zooms by a factor around the center of the frame, between the whole map and 16 times as large. */
export function zoomBy({ zoom, x, y }: MapView, factor: number): MapView {
  const next = Math.min(maxZoom, Math.max(1, zoom * factor));
  if (next === 1) return wholeMap;
  return { zoom: next, x: (x * next) / zoom, y: (y * next) / zoom };
}

/** Moves the map by pixels. The whole map stays in its place. */
export function moveBy(view: MapView, x: number, y: number): MapView {
  return view.zoom === 1 ? view : { ...view, x: view.x + x, y: view.y + y };
}

/** Applies a view to a projection that fits the routes into a frame. Changes and returns the projection. */
export function applyView(
  projection: GeoProjection,
  { zoom, x, y }: MapView,
  { width, height }: { width: number; height: number },
): GeoProjection {
  const [left, top] = projection.translate();
  const around = (value: number, center: number, shift: number) => center + (value - center) * zoom + shift;
  return projection
    .scale(projection.scale() * zoom)
    .translate([around(left, width / 2, x), around(top, height / 2, y)]);
}

const stepPx = 60;

/** View after a key: plus and minus zoom, arrows move, 0 shows the whole map. Undefined for other keys. */
export function viewAfterKey(view: MapView, key: string): MapView | undefined {
  switch (key) {
    case "+":
    case "=":
      return zoomBy(view, 2);
    case "-":
      return zoomBy(view, 0.5);
    case "0":
      return wholeMap;
    case "ArrowLeft":
      return moveBy(view, stepPx, 0);
    case "ArrowRight":
      return moveBy(view, -stepPx, 0);
    case "ArrowUp":
      return moveBy(view, 0, stepPx);
    case "ArrowDown":
      return moveBy(view, 0, -stepPx);
    default:
      return undefined;
  }
}
