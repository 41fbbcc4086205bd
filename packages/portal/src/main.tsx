import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource/ibm-plex-mono/latin-400.css";
import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preloadPage, preloadWhenIdle } from "./app/lazy-page.tsx";
import { pageRoutes } from "./app/page-routes.ts";
import { makeRouter } from "./app/router.tsx";
import { makeQueryClient } from "./data/query-client.ts";

/** Time after which the other pages are loaded, so that they do not compete with the data of this one. */
const preloadAfterMs = 3000;

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root element");

const queryClient = makeQueryClient();
const router = makeRouter(queryClient);
preloadPage(router);
addEventListener("load", () => setTimeout(preloadWhenIdle, preloadAfterMs, pageRoutes), { once: true });

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
