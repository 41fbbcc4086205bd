/** File names of the portal's fonts, which contain a hash of their content. */
const fonts = [
  {
    family: "Instrument Sans Variable",
    weight: "400 700",
    file: /^assets\/instrument-sans-latin-wght-normal-.*\.woff2$/,
  },
  { family: "IBM Plex Mono", weight: "400", file: /^assets\/ibm-plex-mono-latin-400-normal-.*\.woff2$/ },
];

/**
 * Renders the stylesheet of server-rendered pages: light and dark, from a width of 320 pixels. It has the colors of the portal, and its
 * fonts if the portal is built.
 *
 * @param files files of the built portal
 */
export function renderPageStyle(files: readonly string[]): string {
  const faces = fonts.flatMap(({ family, weight, file }) => {
    const name = files.find((each) => file.test(each));
    if (name === undefined) return [];
    return `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: url("/${name}") format("woff2"); }`;
  });
  return [...faces, style].join("\n");
}

const style = `:root {
  color-scheme: light dark;
  --ink: light-dark(oklch(0.25 0.025 258), oklch(0.94 0.008 88));
  --quiet: light-dark(oklch(0.42 0.02 258), oklch(0.79 0.012 250));
  --paper: light-dark(oklch(0.986 0.004 88), oklch(0.192 0.022 258));
  --panel: light-dark(oklch(0.962 0.006 88), oklch(0.165 0.02 258));
  --line: light-dark(oklch(0.895 0.008 85), oklch(0.318 0.024 258));
  --edge: light-dark(oklch(0.64 0.012 80), oklch(0.55 0.022 258));
  --accent: light-dark(oklch(0.44 0.115 252), oklch(0.79 0.09 248));
  --wash: light-dark(oklch(0.945 0.02 250), oklch(0.27 0.045 252));
  --on-accent: light-dark(oklch(0.99 0.004 88), oklch(0.19 0.03 258));
  --sans: "Instrument Sans Variable", ui-sans-serif, system-ui, sans-serif;
  --mono: "IBM Plex Mono", ui-monospace, monospace;
  scroll-padding-top: 1rem;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--sans); }
header, main, .columns { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; border-bottom: 1px solid var(--line); }
header > a { color: inherit; font-weight: 700; text-decoration: none; }
nav { display: flex; gap: 1rem; }
a { color: var(--accent); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
code, pre { font: .875em/1.5 var(--mono); }
code { background: var(--panel); border-radius: 3px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: 0; padding: .9rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
dl.rows { display: grid; grid-template-columns: minmax(0, 1fr); gap: .1rem 1rem; margin: 0; }
dl.rows dt { border-top: 1px solid var(--line); padding-top: .5rem; margin-top: .4rem; }
dl.rows dd { margin: 0; color: var(--quiet); }
dl.rows dl.rows { margin-left: 1rem; }
details { border: 1px solid var(--line); border-radius: 6px; padding: .6rem 1rem; margin: .6rem 0; }
details details { margin: .35rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.verb { font: 500 .875em var(--mono); color: var(--accent); }
button { font: inherit; padding: .55rem 1rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
.block { position: relative; }
.copy { position: absolute; top: .4rem; right: .4rem; padding: .1rem .5rem; font-size: .8125rem; border: 1px solid var(--line); background: var(--paper); color: var(--quiet); }
input[type="search"] { width: 100%; font: inherit; padding: .45rem .7rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: inherit; }
.samples { margin-top: 1.25rem; }
.samples > input { position: absolute; opacity: 0; }
.samples > label { display: inline-block; padding: .25rem .7rem; margin: 0 .25rem .5rem 0; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.samples > input:checked + label { background: var(--wash); border-color: var(--accent); }
.samples > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
.samples > div { display: none; }
.samples > .curl:checked ~ div.curl, .samples > .typescript:checked ~ div.typescript, .samples > .python:checked ~ div.python { display: block; }
.index summary { font-weight: 600; }
.index ul { list-style: none; margin: 0; padding: 0; }
.index li { padding: .1rem 0; overflow-wrap: anywhere; font-size: .875rem; }
.index .group { margin: .9rem 0 .2rem; font-weight: 600; }
.index a { text-decoration: none; }
.index a:hover { text-decoration: underline; }
@media (min-width: 64rem) {
  .columns { max-width: 84rem; display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2.5rem; }
  .columns main { max-width: none; margin: 0; padding: 0; }
  .index { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding-block: 1rem; }
}
a:focus-visible, button:focus-visible, summary:focus-visible, pre:focus-visible, input[type="search"]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
