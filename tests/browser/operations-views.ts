import type { Page } from "playwright-core";
import type { View } from "./portal-views.ts";

const openFirst = (page: Page) => page.locator("tbody a").first().click();

/** The pages of what happens and who belongs here, for an account with an endpoint that fails and has two secrets. */
export const operationsViews: Readonly<Record<string, View>> = {
  "the webhooks": { path: "/webhooks", open: (page) => page.getByText("Failing").waitFor() },
  "a new webhook": {
    path: "/webhooks",
    async open(page) {
      await page.getByRole("button", { name: "Register endpoint" }).first().click();
      await page.getByText("booking.confirmed").waitFor();
    },
  },
  "a webhook": {
    path: "/webhooks",
    async open(page) {
      await openFirst(page);
      await page.getByText(/Valid for/).waitFor();
      await page.getByText("Awaits a retry").waitFor();
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
      await page.getByRole("button", { name: "Deliver past events" }).click();
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
      await page.getByText("Awaits a retry").waitFor();
    },
  },
  "the usage": {
    path: "/usage?range=day",
    async open(page) {
      await page.locator(".usage-chart canvas").waitFor();
      await page.getByText("Counts by hour, as a table").click();
    },
  },
  "the plan": { path: "/billing", open: (page) => page.getByText(/^Pro goes on for another month/).waitFor() },
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
      await page.getByText("To be paid").waitFor();
    },
  },
  "the credit": { path: "/billing?tab=credit", open: (page) => page.getByText("Coupons in force").waitFor() },
  "the requests": { path: "/requests", open: (page) => page.locator("tbody a").first().waitFor() },
  "a request": {
    path: "/requests?route=%2Fv1%2Fbookings",
    async open(page) {
      await openFirst(page);
      await page.getByText("Counted as").waitFor();
    },
  },
  "the audit trail": {
    path: "/audit",
    open: (page) => page.getByText("registered an endpoint", { exact: true }).waitFor(),
  },
  "the security settings": { path: "/settings", open: (page) => page.getByText("this one").waitFor() },
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
      await page.getByRole("button", { name: "Invite colleague" }).click();
      await page.getByLabel("E-mail").waitFor();
    },
  },
  "the allowlist": {
    path: "/settings?tab=allowlist",
    async open(page) {
      await page.getByLabel("Addresses and CIDR ranges").fill("203.0.113.0/24");
      await page.getByRole("button", { name: "Try against recent traffic" }).click();
      await page.getByText(/requests would be refused/).waitFor();
    },
  },
  "the docs": { path: "/guide", open: (page) => page.getByRole("heading", { name: "Rotate the secret" }).waitFor() },
};
