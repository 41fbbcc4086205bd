import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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
  },
});
