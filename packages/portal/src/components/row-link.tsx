import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

function CoveringAnchor({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={classNames("covering font-medium text-ink hover:text-accent", className)} />;
}

/** The link of a table's row; it covers the row, so that all of it can be pressed. */
export const RowLink = createLink(CoveringAnchor);
