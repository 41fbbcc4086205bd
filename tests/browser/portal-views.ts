import type { Page } from "playwright-core";
import { authorizationUrl } from "./authorization-url.ts";

/** A page to check. */
export interface View {
  path: string;
  open(page: Page): Promise<void>;
  /** Expected browser errors. */
  expectedErrors?: RegExp;
}

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const departure = dateIn(60);

/** Pages and their dialogs, each as a path and the steps to open it. */
export const portalViews: Readonly<Record<string, View>> = {
  "the overview": { path: "/", open: (page) => page.getByRole("heading", { name: "Latest requests" }).waitFor() },
  "the keys": { path: "/keys", open: (page) => page.getByRole("link", { name: "First key" }).waitFor() },
  "a new key": { path: "/keys", open: (page) => page.getByRole("button", { name: "Create key" }).click() },
  "a key": {
    path: "/keys",
    async open(page) {
      await page.getByRole("link", { name: "First key" }).click();
      await page.getByRole("img", { name: /^Billable requests by day/ }).waitFor();
    },
  },
  "a key being rolled": {
    path: "/keys",
    async open(page) {
      await page.getByRole("link", { name: "First key" }).click();
      await page.getByRole("button", { name: "Roll" }).click();
      await page.getByLabel("Overlap").waitFor();
    },
  },
  "the sheet of pages": {
    path: "/keys",
    async open(page) {
      await page.setViewportSize({ width: 380, height: 800 });
      await page.getByRole("button", { name: "Pages" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Usage" }).waitFor();
    },
  },
  "the menu": {
    path: "/keys",
    async open(page) {
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByText("ada@example.com").waitFor();
    },
  },
  "the applications": { path: "/applications", open: (page) => page.getByRole("link", { name: "Web shop" }).waitFor() },
  "an application": {
    path: "/applications",
    async open(page) {
      await page.getByRole("link", { name: "Web shop" }).click();
      await page.getByRole("button", { name: "Edit" }).waitFor();
    },
  },
  "the accounts": { path: "/accounts", open: (page) => page.getByRole("link", { name: "First account" }).waitFor() },
  "a new account": {
    path: "/accounts",
    async open(page) {
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByLabel("Email of the owner").waitFor();
    },
  },
  "an account of the deployment": {
    path: "/accounts",
    async open(page) {
      await page.getByRole("link", { name: "First account" }).click();
      await page.getByText("Account of the operators").waitFor();
      await page.getByRole("button", { name: "Change plan" }).click();
    },
  },
  "the plans": { path: "/plans", open: (page) => page.getByRole("link", { name: "Scale" }).waitFor() },
  "a new version of a plan": {
    path: "/plans",
    async open(page) {
      await page.getByRole("link", { name: "Pro" }).click();
      await page.getByRole("button", { name: "New version" }).click();
      await page.getByLabel("Live searches included").waitFor();
    },
  },
  "the audit logs of all accounts": {
    path: "/operator/audit",
    open: (page) => page.getByRole("table", { name: "Audit logs" }).waitFor(),
  },
  "the queues": {
    path: "/operator/queues",
    open: (page) => page.getByText("Webhook deliveries").waitFor(),
  },
  "the suppliers of all accounts": {
    path: "/operator/suppliers",
    open: (page) => page.getByRole("region", { name: "Duffel, live" }).waitFor(),
  },
  "the health of the deployment": {
    path: "/operator/health",
    open: (page) => page.getByRole("table", { name: "Checks" }).waitFor(),
  },
  "the suppliers": {
    path: "/suppliers",
    open: (page) => page.getByRole("heading", { name: "Duffel" }).waitFor(),
  },
  "connecting a supplier": {
    path: "/suppliers",
    async open(page) {
      await page.getByRole("region", { name: "Duffel" }).getByRole("button", { name: "Connect" }).click();
      await page.getByLabel("Token or key").waitFor();
    },
  },
  "the explorer": { path: "/flights", open: (page) => page.getByText("try an example").waitFor() },
  "the fare calendar": {
    path: `/calendar?from=JFK&to=LIS&month=${departure.slice(0, 7)}`,
    open: (page) => page.getByText("days with a price").waitFor(),
  },
  "the destinations": {
    path: `/explore?from=JFK&region=caribbean&first=${departure}&last=${dateIn(66)}&trip=weekend`,
    open: (page) => page.getByText(/No flights match|\d+ destinations/).waitFor(),
  },
  "a place being typed": {
    path: "/flights",
    async open(page) {
      await page.getByRole("combobox", { name: "From" }).fill("lond");
      await page.getByRole("option").first().waitFor();
    },
  },
  "flights with one open": {
    path: `/flights?from=JFK&to=LIS&depart=${departure}`,
    async open(page) {
      await page
        .getByRole("button", { name: /^Show details/ })
        .first()
        .press("Enter");
      await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
    },
  },
  "a search as code": {
    path: `/flights?from=JFK&to=LIS&depart=${departure}`,
    async open(page) {
      await page.getByRole("button", { name: "Copy as code" }).click();
      await page.getByRole("tab", { name: "TypeScript" }).click();
    },
  },
  "watching a search": {
    path: `/flights?from=JFK&to=LIS&depart=${departure}`,
    async open(page) {
      await page.getByRole("button", { name: "Watch this search" }).click();
      await page.getByRole("button", { name: "Create watch" }).click();
      await page.getByText("Enter at least one condition.").waitFor();
    },
  },
  "the watches": { path: "/watches", open: (page) => page.getByRole("link", { name: "JFK – LIS" }).waitFor() },
  "a watch": {
    path: "/watches",
    async open(page) {
      await page.getByRole("link", { name: "JFK – LIS" }).click();
      await page.getByRole("table", { name: "Matches" }).waitFor();
    },
  },
  "a watch being deleted": {
    path: "/watches",
    async open(page) {
      await page.getByRole("link", { name: "JFK – LIS" }).click();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete watch" }).waitFor();
    },
  },
  "a client that requests access": {
    path: "/keys",
    async open(page) {
      const { url } = await authorizationUrl(new URL(page.url()).origin, "https://agent.example/callback");
      await page.goto(url);
      await page.getByRole("button", { name: "Allow access" }).waitFor();
    },
  },
  "signing in": {
    path: "/sign-in",
    open: (page) => page.getByLabel("Password", { exact: true }).waitFor(),
  },
  "an unknown key": {
    path: "/keys/ak_00000000000000000000000000",
    open: (page) => page.getByRole("alert").waitFor(),
    expectedErrors: /status of 404/,
  },
  "an unknown page": { path: "/nowhere", open: (page) => page.getByText("Page not found").waitFor() },
};
