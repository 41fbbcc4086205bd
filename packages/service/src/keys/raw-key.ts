/**
 * Format of a raw key: a prefix that names its environment, 43 base62 characters of 256 random bits, and 6 of a CRC-32 over
 * both, so that a mistyped key is rejected without a database query and scanners can recognize a leaked one.
 */
import { randomBytes as systemRandomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyEnvironment } from "@wayfare/contract";

const prefixes: Record<KeyEnvironment, string> = { test: "key_test_", live: "key_live_", service: "key_svc_" };
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const bodyLength = 43;
const checksumLength = 6;
const pattern = /^(key_(?:test|live|svc)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Generates a raw key from 32 random bytes. */
export function makeRawKey(environment: KeyEnvironment, random: Uint8Array = systemRandomBytes(32)): string {
  const body = base62(BigInt(`0x${Buffer.from(random).toString("hex")}`), bodyLength);
  const unchecked = prefixes[environment] + body;
  return unchecked + checksumOf(unchecked);
}

/** True if the text has the format of a raw key with a valid checksum. */
export function isRawKey(text: string): boolean {
  const match = pattern.exec(text);
  return match?.[1] !== undefined && checksumOf(match[1]) === match[2];
}

/** Returns the hint that lists show of a key, such as `key_test_Ab3d…9fQ2`. */
export function hintOf(rawKey: string): string {
  const start = rawKey.lastIndexOf("_") + 1;
  return `${rawKey.slice(0, start + 4)}…${rawKey.slice(-4)}`;
}

function checksumOf(text: string): string {
  let checksum = "";
  for (let rest = crc32(text), at = 0; at < checksumLength; at++, rest = Math.floor(rest / 62)) {
    checksum = alphabet.charAt(rest % 62) + checksum;
  }
  return checksum;
}

/** Most significant digit first, padded with zeros. */
function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value, at = 0; at < length; at++, rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
