import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The names hold a hash of the contents, so that the service may let browsers keep them for ever.
  build: {
    assetsDir: "assets",
    manifest: true,
    // Nothing is inlined: the content security policy takes no data but our own files.
    assetsInlineLimit: 0,
    target: ["chrome125", "firefox128", "safari18"],
    modulePreload: { polyfill: false },
  },
});
