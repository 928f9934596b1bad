import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lang } from '../../domain/codes.ts';
import { type Html, html } from './html.ts';
import { inLanguage } from './language.ts';
import { look, PALETTE, sendPage } from './page.ts';

const CSS = `${PALETTE}
:root { --on-accent: #fff; --wash: #eef6f3; --warn: #8a4b00; --warn-wash: #fdf4e7; --bad: #a4161a; --bad-wash: #fdeeee; --field: #7a8696; }
@media (prefers-color-scheme: dark) { :root { --on-accent: #06231b; --wash: #14251f; --warn: #f0c07a; --warn-wash: #2a2113; --bad: #ff9d9d; --bad-wash: #2c1717; --field: #7d8a99; } }
body { min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 2.5rem 1rem 1.5rem; }
header { width: 100%; max-width: 28rem; margin-bottom: 1.25rem; }
.brand { display: inline-flex; align-items: center; gap: .55rem; font-size: 1.2rem; font-weight: 700; letter-spacing: -.01em; color: var(--ink); }
.brand svg { display: block; } .brand rect { fill: var(--accent); } .brand path { stroke: var(--on-accent); }
main { width: 100%; max-width: 28rem; padding: 1.9rem 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 1px 2px #1b243010, 0 8px 28px #1b24300d; }
h1 { font-size: 1.4rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.02rem; margin: 1.5rem 0 .5rem; }
section + section { border-top: 1px solid var(--line); margin-top: 1.75rem; }
p { margin: .35rem 0; overflow-wrap: anywhere; } .soft { color: var(--soft); }
label { display: block; font-weight: 600; margin: 1.05rem 0 .3rem; } .hint { display: block; font-weight: 400; color: var(--soft); font-size: .9rem; }
input { width: 100%; min-height: 2.85rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--field); border-radius: 8px; }
button { width: 100%; min-height: 2.85rem; margin-top: 1.35rem; padding: .55rem 1.1rem; font: inherit; font-weight: 650; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; }
button.quiet { color: var(--ink); background: transparent; border-color: var(--field); }
button.link { width: auto; white-space: nowrap; min-height: 0; margin: 0; padding: 0; border: 0; background: none; color: var(--accent); font-weight: 400; text-decoration: underline; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.after { margin-top: 1.1rem; text-align: center; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.note { margin: 1.1rem 0 0; padding: .75rem .9rem; border-radius: 8px; background: var(--wash); }
.warn { color: var(--warn); background: var(--warn-wash); } .bad { color: var(--bad); background: var(--bad-wash); }
ul.can { list-style: none; margin: 0; padding: 0; } ul.can li { position: relative; padding: .28rem 0 .28rem 1.6rem; }
ul.can li::before { content: ''; position: absolute; left: .3rem; top: .62rem; width: .35rem; height: .65rem; border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(40deg); }
.who { display: flex; align-items: center; gap: .75rem; margin: 1.1rem 0 0; padding: .7rem .9rem; border: 1px solid var(--line); border-radius: 10px; }
.who div { min-width: 0; } .who strong, .who span { display: block; overflow-wrap: anywhere; } .who span { color: var(--soft); font-size: .92rem; } .who form { margin-left: auto; }
.key { display: block; padding: .7rem .9rem; background: var(--wash); border-radius: 8px; font: .95rem/1.4 ui-monospace, monospace; user-select: all; }
.app { display: flex; gap: 1rem; align-items: flex-start; padding: .7rem 0; border-bottom: 1px solid var(--line); } .app:last-child { border-bottom: 0; } .app div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
footer { width: 100%; max-width: 28rem; margin-top: 1.1rem; display: flex; justify-content: flex-end; color: var(--soft); font-size: .92rem; }
@media (max-width: 32rem) { body { padding: 1.1rem 0 1rem; background: var(--paper); } header, footer { padding: 0 1.25rem; } header { margin-bottom: .25rem; } main { border: 0; border-radius: 0; box-shadow: none; padding: 1.1rem 1.25rem; } }
`;

const MARK = html`<span class="brand"><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8"/><path d="M8 14.6l4.1 4.1L20.4 10" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>Kvitt</span>`;

const OTHER = { is: { lang: 'en', name: 'English' }, en: { lang: 'is', name: 'Íslenska' } } as const;

export interface PeoplePage {
  lang: Lang;
  title: string;
  body: Html;
  /** Where this page is to be had, for the switch of language; where it was asked for, if left out. */
  path?: string;
  status?: number;
  formTargets?: readonly string[];
}

/** The pages on which people sign in, consent and keep their account: one look, no script, two languages. */
export function sendPeoplePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { lang, title, body, path = request.url, status = 200, formTargets = [] }: PeoplePage,
): FastifyReply {
  const other = OTHER[lang];
  const framed = html`<header>${MARK}</header>
<main>${body}</main>
<footer><a href="${inLanguage(path, other.lang)}" lang="${other.lang}" hreflang="${other.lang}">${other.name}</a></footer>`;
  return sendPage(reply.code(status), {
    lang,
    title: `${title} · Kvitt`,
    body: framed,
    look: peopleLook,
    formTargets,
  });
}

const peopleLook = look(CSS, (body) => body);
