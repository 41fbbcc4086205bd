import { Fragment } from "react";

/** A name or a path that breaks after its dots and slashes where the line is short, and not within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[./])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
