import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Modules of the map, which is drawn after the page, and of the details of a flight, which have a map. */
const map =
  /\/(d3-[a-z]+|topojson-client|world-atlas)\/|\/flights\/([a-z-]*map[a-z-]*|great-circle|coastlines|flight-details)\./;
/** Libraries that are loaded on demand. */
const onDemand = /\/(uqr|@simplewebauthn)\//;

/** Returns the chunk of a module: one chunk for shared modules, and one for each area of pages. */
function chunkOf(id: string): string | null {
  if (onDemand.test(id)) return null;
  if (map.test(id)) return "map";
  if (id.includes("/uplot/")) return "usage";
  return /\/src\/pages\/([a-z-]+)\//.exec(id)?.[1] ?? "app";
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // File names contain a content hash, so that browsers can cache the files forever.
  build: {
    assetsDir: "assets",
    manifest: true,
    // No inlined assets: the content security policy does not allow data URLs.
    assetsInlineLimit: 0,
    target: ["chrome125", "firefox128", "safari18"],
    modulePreload: { polyfill: false },
    // By default each shared module becomes a chunk, and a page needs thirty requests.
    rolldownOptions: { output: { codeSplitting: { groups: [{ debugName: "pages", name: chunkOf }] } } },
  },
});
