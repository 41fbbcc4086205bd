/** The style of our plain pages: light and dark, from 320 pixels up. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1b2430, #e6eaf0);
  --quiet: light-dark(#5a6675, #9aa7b8);
  --paper: light-dark(#ffffff, #12171e);
  --panel: light-dark(#f3f5f8, #1b222c);
  --line: light-dark(#dbe1e8, #2e3845);
  --accent: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; border-bottom: 1px solid var(--line); }
header > a { color: inherit; font-weight: 700; text-decoration: none; }
nav { display: flex; gap: 1rem; }
a { color: var(--accent); }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
code { background: var(--panel); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { background: none; padding: 0; }
dl.rows { display: grid; gap: .1rem 1rem; margin: 0; }
dl.rows dt { border-top: 1px solid var(--line); padding-top: .5rem; margin-top: .4rem; }
dl.rows dd { margin: 0; color: var(--quiet); }
details { border: 1px solid var(--line); border-radius: 8px; padding: .6rem 1rem; margin: .6rem 0; }
details > div { scroll-margin-top: 4rem; }
dl.rows dl.rows { margin-left: 1rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.verb { font-weight: 700; color: var(--accent); }
button { font: inherit; padding: .55rem 1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--paper); cursor: pointer; }
a:focus-visible, button:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
