/**
 * HTML of a mail. Mail clients reliably support only tables and inline styles, so the style sheet is progressive
 * enhancement.
 */

import { escapeMarkup } from '../../domain/strings/markup.ts';

/** The colours of the public pages. */
const TEXT = '#1b2430';
const MUTED = '#5b6776';
const BACKGROUND = '#f3f5f7';
const BORDER = '#dfe4ea';
const ACCENT = '#0b6b53';

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

/** A card on a grey background, full width on narrow screens; `foot` is printed small below it. */
export function mailHtml(lang: string, title: string, parts: string[], foot: string): string {
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
${parts.filter((part) => part !== '').join('\n')}
</td></tr></table>
${foot && `<p class="muted" style="max-width:560px;margin:16px 12px;${font};font-size:13px;line-height:1.5;color:${MUTED}">${escapeLines(foot)}</p>`}
</td></tr></table>
</body>
</html>
`;
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeLines(text)}</p>`;
}

/** The signature, without a margin below it. */
export function signatureHtml(text: string): string {
  return `<p style="margin:24px 0 0">${escapeLines(text)}</p>`;
}

export function button(address: string, label: string): string {
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeMarkup(address)}" style="display:inline-block;padding:12px 24px;background:${ACCENT};color:#fff;border-radius:8px;font-weight:600;text-align:center;text-decoration:none">${escapeMarkup(label)}</a></p>`;
}

export interface Fact {
  name: string;
  value: string;
  /** The most important row, printed larger. */
  isMain: boolean;
}

/** Sums, periods and account numbers stay on one line on a phone, and their label wraps instead; an IBAN may wrap. */
const LONGEST_FIGURE = 24;

export function factTable(facts: readonly Fact[]): string {
  const rows = facts.map(({ name, value, isMain }) => {
    const weight = isMain ? 'font-weight:600;font-size:18px' : 'font-weight:normal';
    const wrap = value.length <= LONGEST_FIGURE ? ';white-space:nowrap' : '';
    return `<tr><th scope="row" align="left" valign="top" style="padding:4px 12px 4px 16px;font-weight:normal;color:${MUTED}">${escapeMarkup(name)}</th><td align="right" valign="top" style="padding:4px 16px 4px 0;${weight}${wrap}">${escapeMarkup(value)}</td></tr>`;
  });
  return `<table class="facts" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 24px;padding:12px 0;background:${BACKGROUND};border-radius:8px;border-collapse:separate;font-variant-numeric:tabular-nums">${rows.join('')}</table>`;
}

/** What was sold: description, quantity and amount of each line; `more` says how many are left out. */
export function soldTable({
  heading,
  lines,
  more,
}: {
  heading: string;
  lines: readonly { description: string; qty: string; amount: string }[];
  more: string;
}): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ({ description, qty, amount }) =>
      `<tr><td valign="top" style="padding:4px 12px 4px 0">${escapeMarkup(description)}</td><td class="muted" align="right" valign="top" style="padding:4px 12px 4px 0;color:${MUTED};white-space:nowrap">${escapeMarkup(qty)}</td><td align="right" valign="top" style="padding:4px 0;white-space:nowrap">${escapeMarkup(amount)}</td></tr>`,
  );
  const head =
    heading &&
    `<tr><th class="muted" scope="col" colspan="3" align="right" style="padding:4px 0;font-weight:normal;color:${MUTED}">${escapeMarkup(heading)}</th></tr>`;
  const rest =
    more &&
    `<tr><td class="muted" colspan="3" style="padding:4px 0;color:${MUTED}">${escapeMarkup(more)}</td></tr>`;
  return `<table class="sold" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 24px;border-top:1px solid ${BORDER};font-size:14px;font-variant-numeric:tabular-nums">${head}${rows.join('')}${rest}</table>`;
}

/** An inline image attached to the mail and shown at its top. */
export interface MailPicture {
  cid: string;
  width: number;
  height: number;
}

const PICTURE = { width: 200, height: 64 };

export function logoHtml({ cid, width, height }: MailPicture, name: string): string {
  const scale = Math.min(1, PICTURE.width / width, PICTURE.height / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return `<p style="margin:0 0 24px"><img src="cid:${escapeMarkup(cid)}" alt="${escapeMarkup(name)}" width="${wide}" height="${high}" class="logo" style="display:block;border:0"></p>`;
}

function escapeLines(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '<br>');
}
