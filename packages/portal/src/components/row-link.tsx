import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

function CoveringAnchor({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={classNames("covering font-medium text-ink hover:text-accent", className)} />;
}

/** Link of a table row. Covers the row, so that the whole row can be clicked. */
export const RowLink = createLink(CoveringAnchor);
