import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

const look = "text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong";

/** Link to a page outside the portal, such as the API reference or the page of an error code. */
export function PlainLink({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={classNames(look, className)} />;
}

/** Text link to a page of the portal. */
export const TextLink = createLink(PlainLink);
