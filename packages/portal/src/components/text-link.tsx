import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

const look = "text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong";

/** A link out of the portal's own pages: the reference, an error's page. */
export function PlainLink({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={classNames(look, className)} />;
}

/** A link in running text to a page of the portal. */
export const TextLink = createLink(PlainLink);
