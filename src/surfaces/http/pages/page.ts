import type { FastifyReply } from 'fastify';
import type { Stylesheet } from '../styles/stylesheet.ts';
import { type Html, html, Html as Markup } from './html.ts';

export interface HtmlPage {
  lang: string;
  title: string;
  body: Html;
  style: Stylesheet;
  /** More elements for the head, such as Open Graph metadata. */
  head?: Html;
  /** Sources for form-action besides 'self'. Chromium applies form-action to every redirect after a form too. */
  formTargets?: readonly string[];
  /** Whether the page shows images from this origin. */
  hasImages?: boolean;
  /** Whether search engines may index the page. */
  isFindable?: boolean;
}

/** Sends a complete HTML page: one inline style sheet, no script, never in a frame. */
export function sendPage(
  reply: FastifyReply,
  { lang, title, body, style, head = html``, formTargets = [], hasImages, isFindable }: HtmlPage,
) {
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isFindable ? '' : html`<meta name="robots" content="noindex">`}
<title>${title}</title>${head}
<style>${new Markup(style.css)}</style>
</head>
<body>${body}</body>
</html>
`;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${style.hash}'; font-src 'self'; ${hasImages ? "img-src 'self'; " : ''}base-uri 'none'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
