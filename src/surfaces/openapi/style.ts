import { look, PALETTE } from '../http/page.ts';

const CSS = `${PALETTE}
:root { --code: #f6f8fa; --name: #0a5a8a; --text: #7a4a00; --value: #7b2d8e; --get: #0b6b53; --post: #8a4b00; --other: #5a3da8; }
@media (prefers-color-scheme: dark) { :root { --code: #0b1016; --name: #8cc8f0; --text: #e2b87a; --value: #d7a3e8; --get: #5fd3b0; --post: #f0b060; --other: #b8a4f5; } }
html { scroll-padding-top: 4rem; }
body { background: var(--paper); overflow-wrap: break-word; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--paper); padding: .5rem 1rem; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.top { position: sticky; top: 0; z-index: 2; display: flex; gap: .6rem; align-items: baseline; height: 3.25rem; padding: .8rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.1rem; color: var(--ink); text-decoration: none; } .spec { margin-left: auto; font-size: .9rem; }
.layout { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
.toc { font-size: .875rem; } .toc p { margin: 1.1rem 0 .25rem; font-weight: 650; } .toc p a { color: inherit; text-decoration: none; }
.toc ul { list-style: none; margin: 0; padding: 0; } .toc li a { display: block; padding: .2rem .6rem; border-left: 2px solid var(--line); color: var(--soft); text-decoration: none; }
.toc li a:hover { color: var(--accent); border-color: var(--accent); }
.toc.wide { position: sticky; top: 3.25rem; align-self: start; height: calc(100vh - 3.25rem); overflow-y: auto; padding: .5rem 1rem 3rem 1.5rem; border-right: 1px solid var(--line); }
.toc.small { display: none; }
main { padding: 1.5rem 2.25rem 6rem; min-width: 0; }
h1 { font-size: 2rem; line-height: 1.2; margin: 1rem 0 .25rem; } h2 { font-size: 1.5rem; margin: 4rem 0 .25rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 0 0 .5rem; line-height: 1.6; } h4 { font-size: .8rem; letter-spacing: .04em; color: var(--soft); margin: 1.4rem 0 .4rem; font-weight: 650; }
.soft { color: var(--soft); } .note { font-size: .9rem; } .guide { max-width: 48rem; } .guide h3 { margin-top: 2.2rem; } .address { margin-top: 0; color: var(--soft); }
article { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, min(30rem, 42%)); gap: 2.25rem; padding: 2.2rem 0; border-bottom: 1px solid var(--line); } article:last-child { border-bottom: 0; }
article .samples { position: sticky; top: 4rem; align-self: start; } .samples h4:first-child { margin-top: .2rem; }
.method { display: inline-block; font: 650 .7rem/1.5 ui-monospace, monospace; padding: .05rem .4rem; border: 1px solid currentColor; border-radius: 4px; color: var(--other); vertical-align: .1em; }
.method.get { color: var(--get); } .method.post { color: var(--post); }
.path { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; } .path:hover { color: var(--accent); }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
p code, td code, .choices code { background: var(--code); border-radius: 4px; padding: .1rem .3rem; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; margin: 0; overflow: auto; max-height: 26rem; } pre code { font-size: .78rem; overflow-wrap: normal; } .shell { white-space: pre-wrap; } .shell code { overflow-wrap: anywhere; }
.name { color: var(--name); } .text { color: var(--text); } .value { color: var(--value); }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .9rem; } th { text-align: left; color: var(--soft); font-weight: 500; font-size: .8rem; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } tr:last-child td { border-bottom: 0; }
.fields th:first-child { width: 32%; } .fields th:nth-child(2) { width: 24%; } td .field { background: none; padding: 0; font-weight: 650; } .type { color: var(--soft); }
.errors th:nth-child(2) { width: 4rem; } tr:target, .record:target h3, article:target h3 { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.mark { font-size: .75rem; color: var(--post); white-space: nowrap; } .choices { margin-top: .25rem; } .choices summary { cursor: pointer; color: var(--soft); } .codes { line-height: 2; margin: 0; }
.record { max-width: 62rem; padding: 1.8rem 0; }
@media (max-width: 75rem) { article { grid-template-columns: minmax(0, 1fr); gap: .5rem; } article .samples { position: static; } }
@media (max-width: 56rem) {
  .layout { display: block; } .toc.wide { display: none; } main { padding: .5rem 1rem 4rem; } .top { padding: .8rem 1rem; }
  .toc.small { display: block; padding: .8rem 1rem; border-bottom: 1px solid var(--line); background: var(--ground); } .toc.small summary { cursor: pointer; font-weight: 650; font-size: 1rem; } .toc.small li a { padding: .5rem .6rem; }
}
@media (max-width: 40rem) {
  .fields, .fields tbody, .fields tr, .fields td { display: block; width: auto; } .fields thead { position: absolute; left: -99rem; }
  .fields tr { padding: .6rem 0; border-bottom: 1px solid var(--line); } .fields td { border: 0; padding: .05rem 0; } .fields td:first-child, .fields .type { display: inline; } .fields .type { margin-left: .5rem; font-size: .85rem; }
  h1 { font-size: 1.7rem; } h2 { margin-top: 2.5rem; } article { padding: 1.6rem 0; }
}
@media print { .top, .toc { display: none; } .layout, article { display: block; } pre { max-height: none; white-space: pre-wrap; } }
`;

/** The look of the reference: contents beside it where there is room, above it where not. */
export const docsLook = look(CSS, (body) => body);
