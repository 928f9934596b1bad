import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html, Html as Markup } from './html.ts';

/** Colours and type that all pages share, by day and by night. */
export const PALETTE = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6776; --paper: #fff; --ground: #f3f5f7; --line: #dfe4ea; --accent: #0b6b53; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --soft: #a3afbd; --paper: #171d25; --ground: #0e1319; --line: #2b3542; --accent: #5fd3b0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
code { overflow-wrap: anywhere; } a { color: var(--accent); }
`;

const CARD = `${PALETTE}
main { max-width: 40rem; margin: 2rem auto; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.soft { color: var(--soft); margin: 0; } .sum { font-size: 2rem; font-weight: 650; margin: 1rem 0 0; font-variant-numeric: tabular-nums; }
.state { display: inline-block; padding: .1rem .6rem; border: 1px solid var(--accent); border-radius: 99px; color: var(--accent); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 1rem 0 0; } dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .5rem .25rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 500; } .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 44rem) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh; } }
`;

/** How a page looks: its style sheet, and what stands around its content. */
export interface Look {
  css: string;
  hash: string;
  frame: (body: Html) => Html;
}

export function look(css: string, frame: Look['frame']): Look {
  return { css, hash: createHash('sha256').update(css).digest('base64'), frame };
}

const card = look(CARD, (body) => html`<main>${body}</main>`);

export interface Page {
  lang: string;
  title: string;
  body: Html;
  look?: Look;
  /** What else stands in the head. */
  head?: Html;
  /** Where else a form may lead. Browsers hold every redirect that follows a form to this. */
  formTargets?: readonly string[];
  /** Whether it shows pictures, which are then our own. */
  pictures?: boolean;
}

/** A whole page: one style sheet, no script, not to be framed. */
export function sendPage(
  reply: FastifyReply,
  { lang, title, body, look = card, head = html``, formTargets = [], pictures = false }: Page,
) {
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>${head}
<style>${new Markup(look.css)}</style>
</head>
<body>${look.frame(body)}</body>
</html>
`;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${look.hash}';${pictures ? " img-src 'self';" : ''} base-uri 'none'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
