import { Fragment } from "react";

/** Text with line break opportunities after dots and slashes. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[./])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
