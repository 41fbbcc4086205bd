import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { readShownOnce } from "./shown-once.ts";

/**
 * Adds an authenticator app on the settings page.
 *
 * @returns its secret, and the recovery codes
 */
export async function addAuthenticator(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Add authenticator" }).click();
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  const secret = (await page.locator("[data-secret]").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(totpOf(secret, Date.now()));
  await page.getByRole("dialog").getByRole("button", { name: "Add authenticator" }).click();
  await page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
  return { secret, recoveryCodes: (await readShownOnce(page)).split("\n") };
}

/** Returns the six-digit code of a base 32 secret at a time (RFC 6238). */
export function totpOf(secret: string, atMs: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}
