import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Modules of the map, which is drawn after the page, and of the details of a flight, which have a map. */
const map =
  /\/(d3-[a-z]+|topojson-client|world-atlas)\/|\/flights\/([a-z-]*map[a-z-]*|great-circle|coastlines|flight-details)\./;
/** Modules of the pages with prices of many days and destinations. */
const prices = /\/flights\/(calendar|explore)-[a-z]+\./;
/** Libraries that are loaded on demand. */
const onDemand = /\/(uqr|@simplewebauthn)\//;

/** Returns the chunk of a module: one chunk for shared modules, one for each area of pages, and one for the prices. */
function chunkOf(id: string): string | null {
  if (onDemand.test(id)) return null;
  if (map.test(id)) return "map";
  if (prices.test(id)) return "prices";
  if (id.includes("/uplot/")) return "usage";
  return /\/src\/pages\/([a-z-]+)\//.exec(id)?.[1] ?? "app";
}

/**
 * Adds a script to the page that requests the chunk of the current path and the session together with the entry script. Otherwise the
 * browser requests them only after the entry script has run, which takes one more round trip. The service allows the script by its hash.
 */
function preloadPage(): Plugin {
  return {
    name: "preload-page",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).flatMap((file) =>
          file.type === "chunk" && file.moduleIds.some((id) => id.includes(`/src/pages/${file.name}/`))
            ? [[file.name, `/${file.fileName}`]]
            : [],
        );
        const script = `try {
  const area = location.pathname.split("/")[1] || "overview";
  const chunk = new Map(${JSON.stringify(chunks)}).get(area);
  const preload = (link) => document.head.append(Object.assign(document.createElement("link"), link));
  if (chunk) preload({ rel: "modulepreload", href: chunk });
  if (area !== "sign-in" && localStorage.getItem("wayfare.signedIn") !== null)
    preload({ rel: "preload", as: "fetch", href: "/portal/session", crossOrigin: "anonymous" });
} catch {
  // Storage is blocked: the entry script requests the session.
}`;
        return { html, tags: [{ tag: "script", children: script, injectTo: "head" }] };
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadPage()],
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
