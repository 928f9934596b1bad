/**
 * HTML of a mail. Mail clients reliably support only tables and inline styles, so the style sheet is progressive
 * enhancement.
 */

import { escapeMarkup } from '../../domain/strings/markup.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { BACKGROUND, BORDER, escapeLines, type MailPart, MUTED, signature, TEXT } from './mail-parts.ts';

const STYLE = `@media (max-width: 480px) {
.background { padding: 0 !important } .card { border: 0 !important; border-radius: 0 !important }
.content { padding: 24px 20px !important } .button { display: block !important }
}
@media (prefers-color-scheme: dark) {
body, .background { background: #0e1319 !important } .card { background: #171d25 !important; border-color: #2b3542 !important }
.content, .facts td { color: #e8edf2 !important } .facts th, .muted { color: #a3afbd !important }
.facts { background: #202934 !important } .button { background: #5fd3b0 !important; color: #06231b !important }
.sold { border-color: #2b3542 !important }
.logo { padding: 8px 12px; background: #fff; border-radius: 6px }
}`;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

type Parts = readonly (MailPart | '' | false)[];

/** A mail as plain text and as HTML, of the same parts in the same order; `foot` is printed small below the HTML. */
export function composeMail(lang: Lang, subject: string, parts: Parts, foot = ''): RenderedMail {
  const said = parts.filter((part) => part !== '' && part !== false);
  const texts = said.map(({ text }) => text).filter((text) => text !== '');
  const html = said.map((part) => part.html).filter((one) => one !== '');
  return { subject, text: `${texts.join('\n\n')}\n`, html: toPage(lang, subject, html, foot) };
}

/** A mail of the service itself, which no company signs. */
export function composeOwnMail(lang: Lang, subject: string, parts: Parts): RenderedMail {
  return composeMail(lang, subject, [...parts, signature('Kvitt')]);
}

/** A card on a grey background, full width on narrow screens; `foot` is printed small below it. */
function toPage(lang: Lang, title: string, parts: readonly string[], foot: string): string {
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeMarkup(title)}</title>
<style>
:root { color-scheme: light dark }
${STYLE}
</style></head>
<body style="margin:0;padding:0;background:${BACKGROUND}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td class="background" align="center" style="padding:24px 12px;background:${BACKGROUND}">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:560px;background:#fff;border:1px solid ${BORDER};border-radius:10px;border-collapse:separate"><tr><td class="content" align="left" style="padding:32px;${font};font-size:16px;line-height:1.5;color:${TEXT};overflow-wrap:anywhere">
${parts.join('\n')}
</td></tr></table>
${foot && `<p class="muted" style="max-width:560px;margin:16px 12px;${font};font-size:13px;line-height:1.5;color:${MUTED}">${escapeLines(foot)}</p>`}
</td></tr></table>
</body>
</html>
`;
}
