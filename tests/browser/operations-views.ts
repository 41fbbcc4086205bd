import type { Page } from "playwright-core";
import type { View } from "./portal-views.ts";

const openFirst = (page: Page) => page.locator("tbody a").first().click();

/** Pages for operations and team, for an account with a failing endpoint that has two secrets. */
export const operationsViews: Readonly<Record<string, View>> = {
  "the webhooks": { path: "/webhooks", open: (page) => page.getByText("Failing").waitFor() },
  "a new webhook": {
    path: "/webhooks",
    async open(page) {
      await page.getByRole("button", { name: "Register endpoint" }).first().click();
      await page.getByText("booking.confirmed").waitFor();
      await page.getByText("Delivery options").click();
      await page.getByLabel("Authentication").selectOption("mtls");
      await page.getByLabel("Private key").waitFor();
    },
  },
  "a webhook": {
    path: "/webhooks",
    async open(page) {
      await openFirst(page);
      await page.getByText(/Valid for/).waitFor();
      await page.getByText("Retrying", { exact: true }).waitFor();
    },
  },
  "the deliveries": {
    path: "/deliveries",
    async open(page) {
      await page.getByRole("checkbox").first().check();
      await page.getByText("1 selected").waitFor();
    },
  },
  "no dead letters": {
    path: "/deliveries?status=dead_lettered",
    open: (page) => page.getByRole("heading", { name: "No dead letters" }).waitFor(),
  },
  "a replay": {
    path: "/deliveries",
    async open(page) {
      await page.getByRole("button", { name: "Replay events" }).click();
      await page.getByText("0 events match").waitFor();
    },
  },
  "a delivery": {
    path: "/deliveries",
    async open(page) {
      await openFirst(page);
      await page.getByText("Base string", { exact: true }).waitFor();
    },
  },
  "the events": { path: "/events", open: (page) => page.locator("tbody a").first().waitFor() },
  "an event": {
    path: "/events",
    async open(page) {
      await openFirst(page);
      await page.getByText("Retrying", { exact: true }).waitFor();
    },
  },
  "the event catalog": {
    path: "/event-types",
    open: (page) => page.getByRole("heading", { name: "booking.confirmed" }).waitFor(),
  },
  "the usage": {
    path: "/usage?range=day",
    async open(page) {
      await page.locator(".usage-chart canvas").waitFor();
      await page.getByText("Counts by hour as table").click();
    },
  },
  "the plan": { path: "/billing", open: (page) => page.getByText(/^Pro renews for/).waitFor() },
  "a preview of another plan": {
    path: "/billing",
    async open(page) {
      await page.getByRole("button", { name: "Preview Scale" }).click();
      await page.getByText(/^Unused time on Pro/).waitFor();
    },
  },
  "an invoice": {
    path: "/billing?tab=invoices",
    async open(page) {
      await openFirst(page);
      await page.getByText("Amount due").waitFor();
    },
  },
  "the credit": { path: "/billing?tab=credit", open: (page) => page.getByText("Active coupons").waitFor() },
  "the requests": { path: "/requests", open: (page) => page.locator("tbody a").first().waitFor() },
  "a request": {
    path: "/requests?route=%2Fv1%2Fbookings",
    async open(page) {
      await openFirst(page);
      await page.getByText("Counts as").waitFor();
    },
  },
  "the audit trail": {
    path: "/audit",
    open: (page) => page.getByText("registered an endpoint", { exact: true }).waitFor(),
  },
  "the security settings": { path: "/settings", open: (page) => page.getByText("This session").waitFor() },
  "a new authenticator": {
    path: "/settings",
    async open(page) {
      await page.getByRole("button", { name: "Add authenticator" }).click();
      await page.getByRole("img", { name: /^QR code/ }).waitFor();
    },
  },
  "the team": { path: "/settings?tab=team", open: (page) => page.getByText("(you)").waitFor() },
  "an invitation": {
    path: "/settings?tab=team",
    async open(page) {
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("Email").waitFor();
    },
  },
  "the single sign-on": {
    path: "/settings?tab=sso",
    async open(page) {
      await page.getByLabel("Issuer").fill("https://login.example.com");
      await page.getByLabel("Client id").fill("wayfare");
      await page.getByLabel("Client secret").fill("not a secret");
      await page.getByRole("button", { name: "Add group" }).click();
      await page.getByLabel("Group 1", { exact: true }).fill("Travel administrators");
      await page.getByRole("button", { name: "Save connection" }).click();
      await page.getByLabel("Domain").fill("example.com");
      await page.getByRole("button", { name: "Add domain" }).click();
      await page.getByText("_wayfare-challenge.example.com").waitFor();
    },
  },
  "the allowlist": {
    path: "/settings?tab=allowlist",
    async open(page) {
      await page.getByLabel("IP addresses and CIDR ranges").fill("203.0.113.0/24");
      await page.getByRole("button", { name: "Test against recent traffic" }).click();
      await page.getByText(/requests would be blocked/).waitFor();
    },
  },
  "the export of the account": {
    path: "/settings?tab=data",
    open: (page) => page.getByRole("button", { name: "Export account data" }).waitFor(),
  },
  "the erasure of travelers": {
    path: "/bookings",
    async open(page) {
      await openFirst(page);
      await page.getByRole("button", { name: "Erase travelers" }).click();
      await page.getByText("This cannot be undone.").waitFor();
    },
  },
  "the docs": { path: "/guide", open: (page) => page.getByRole("heading", { name: "Rotate secrets" }).waitFor() },
};
