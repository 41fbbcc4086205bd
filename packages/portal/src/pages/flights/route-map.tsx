import { useQuery } from "@tanstack/react-query";
import { geoGraticule10, geoPath } from "d3-geo";
import { Maximize, Minus, Plus } from "lucide-react";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { coordinates, type Point } from "./great-circle.ts";
import { fitProjection, type Route } from "./map-projection.ts";
import { applyView, type MapView, moveBy, viewAfterKey, wholeMap, zoomBy } from "./map-view.ts";

interface RouteMapProps {
  /** Highlighted routes, with airport codes. */
  routes: readonly Route[];
  /** Other routes, less prominent. */
  others?: readonly Route[];
  /** Accessible label. */
  label: string;
  /** True for an award flight. */
  award?: boolean;
  /** Called with the last airport of one of the other routes that was clicked. */
  onSelect?: ((code: string) => void) | undefined;
  className?: string;
}

/** Zoom from which the airports of the other routes have labels. */
const labelZoom = 2;

/** Map with routes as great circles, which can be zoomed and moved. */
export function RouteMap({ routes, others = [], label, award = false, onSelect, className }: RouteMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(wholeMap);
  const { width, height } = useSize(frame);
  const land = useLand();
  const drawing = useMemo(() => {
    const fitted = fitProjection([...routes, ...others], { width, height, padding: Math.min(48, height / 5) });
    const projection = applyView(fitted, view, { width, height });
    const path = geoPath(projection).digits(1);
    const draw = (route: Route) => path({ type: "LineString", coordinates: route.map(coordinates) }) ?? "";
    return {
      graticule: path(geoGraticule10()) ?? "",
      land: land === undefined ? "" : (path(land) ?? ""),
      routes: routes.map(draw),
      others: others.map((route) => {
        return { line: draw(route), name: route.map(({ code }) => code).join(" – "), last: route.at(-1)?.code ?? "" };
      }),
      points: placePoints(view.zoom >= labelZoom ? [...routes, ...others] : routes, (point) =>
        projection(coordinates(point)),
      ),
    };
  }, [routes, others, width, height, land, view]);
  return (
    <div
      ref={frame}
      className={className}
      onKeyDown={(event) => {
        const next = viewAfterKey(view, event.key);
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        setView(next);
      }}
    >
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className={view.zoom > 1 ? "block cursor-move touch-none bg-sea" : "block bg-sea"}
        fill="none"
        onPointerMove={(event) => {
          if (event.buttons === 1) setView(moveBy(view, event.movementX, event.movementY));
        }}
      >
        <path d={drawing.graticule} className="stroke-graticule" />
        <path d={drawing.land} className="fill-land stroke-coast" strokeWidth="0.75" strokeLinejoin="round" />
        {drawing.others.map(({ line, name, last }) => (
          <g
            key={name}
            className={onSelect === undefined ? "group" : "group cursor-pointer"}
            onClick={() => onSelect?.(last)}
          >
            <path
              d={line}
              className="stroke-ink-3 opacity-55 group-hover:stroke-accent group-hover:opacity-100"
              strokeWidth="0.75"
            />
            {/* Wide enough for a pointer; the browser shows the title. */}
            <path d={line} stroke="transparent" strokeWidth="9" pointerEvents="stroke">
              <title>{name}</title>
            </path>
          </g>
        ))}
        {drawing.routes.map((line) => (
          <path key={line} d={line} className={award ? "stroke-award" : "stroke-accent"} strokeWidth="1.75" />
        ))}
        {drawing.points.map(({ code, x, y, isRight }) => (
          <g key={code}>
            <circle cx={x} cy={y} r="3.5" strokeWidth="1.5" className="fill-surface stroke-ink" />
            <text
              x={x}
              y={y}
              dx={isRight ? 8 : -8}
              dy="4"
              textAnchor={isRight ? "start" : "end"}
              strokeWidth="3"
              paintOrder="stroke"
              className="fill-ink stroke-sea font-mono text-13 font-medium"
            >
              {code}
            </text>
          </g>
        ))}
      </svg>
      <MapControls view={view} onView={setView} />
    </div>
  );
}

/** Buttons of a map. While one has the focus, plus, minus, 0 and the arrow keys change the view too. */
function MapControls({ view, onView }: { view: MapView; onView: (view: MapView) => void }) {
  const controls = [
    { name: "Zoom in", icon: Plus, next: zoomBy(view, 2) },
    { name: "Zoom out", icon: Minus, next: zoomBy(view, 0.5) },
    { name: "Show the whole map", icon: Maximize, next: wholeMap },
  ];
  return (
    <div className="absolute top-2 right-2 flex gap-1">
      {controls.map(({ name, icon: Icon, next }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          onClick={() => onView(next)}
          className="rounded-control border border-edge bg-surface p-1.5 text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      ))}
    </div>
  );
}

interface PlacedPoint {
  code: string;
  x: number;
  y: number;
  /** True to place the label on the right, away from the route. */
  isRight: boolean;
}

function placePoints(routes: readonly Route[], project: (point: Point) => [number, number] | null): PlacedPoint[] {
  const points = new Map(routes.flat().map((point) => [point.code, point]));
  const placed = [...points.values()].flatMap((point) => {
    const at = project(point);
    return at === null ? [] : [{ code: point.code, x: at[0], y: at[1] }];
  });
  const middle = placed.reduce((sum, { x }) => sum + x, 0) / Math.max(1, placed.length);
  return placed.map((point) => ({ ...point, isRight: point.x >= middle }));
}

/** Returns the coastlines, fetched when the first map is drawn. */
function useLand() {
  const { data } = useQuery({
    queryKey: ["coasts"],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import("./coastlines.ts")).fetchCoastlines(),
  });
  return data;
}

function useSize(frame: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 600, height: 240 });
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
      if (clientWidth > 0 && clientHeight > 0) setSize({ width: clientWidth, height: clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
