/** The parts of a mail, each in its plain text and in its HTML. An empty one says nothing. */
import { escapeMarkup } from '../../domain/strings/markup.ts';
import type { SoldLines } from './sold-lines.ts';

/** The colours of the public pages. */
export const TEXT = '#1b2430';
export const MUTED = '#5b6776';
export const BACKGROUND = '#f3f5f7';
export const BORDER = '#dfe4ea';
const ACCENT = '#0b6b53';

export interface MailPart {
  text: string;
  html: string;
}

export function paragraph(text: string): MailPart {
  return { text, html: text && paragraphHtml(text) };
}

/** A text of a company, in which blank lines part the paragraphs. */
export function paragraphs(text: string): MailPart {
  return {
    text,
    html: text
      .split(/\n{2,}/)
      .map(paragraphHtml)
      .join('\n'),
  };
}

function paragraphHtml(text: string): string {
  return `<p style="margin:0 0 16px">${escapeLines(text)}</p>`;
}

/** The signature, without a margin below it. */
export function signature(text: string): MailPart {
  return { text, html: `<p style="margin:24px 0 0">${escapeLines(text)}</p>` };
}

export function button(address: string, label: string): MailPart {
  return {
    text: `${label}: ${address}`,
    html: `<p style="margin:0 0 16px"><a class="button" href="${escapeMarkup(address)}" style="display:inline-block;padding:12px 24px;background:${ACCENT};color:#fff;border-radius:8px;font-weight:600;text-align:center;text-decoration:none">${escapeMarkup(label)}</a></p>`,
  };
}

export interface Fact {
  name: string;
  value: string;
  /** The most important row, printed larger. */
  isMain?: boolean;
}

/** Sums, periods and account numbers stay on one line on a phone, and their label wraps instead; an IBAN may wrap. */
const LONGEST_FIGURE = 24;

export function factTable(facts: readonly Fact[]): MailPart {
  const rows = facts.map(({ name, value, isMain }) => {
    const weight = isMain ? 'font-weight:600;font-size:18px' : 'font-weight:normal';
    const wrap = value.length <= LONGEST_FIGURE ? ';white-space:nowrap' : '';
    return `<tr><th scope="row" align="left" valign="top" style="padding:4px 12px 4px 16px;font-weight:normal;color:${MUTED}">${escapeMarkup(name)}</th><td align="right" valign="top" style="padding:4px 16px 4px 0;${weight}${wrap}">${escapeMarkup(value)}</td></tr>`;
  });
  return {
    text: facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    html: `<table class="facts" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 24px;padding:12px 0;background:${BACKGROUND};border-radius:8px;border-collapse:separate;font-variant-numeric:tabular-nums">${rows.join('')}</table>`,
  };
}

/** What was sold: description, quantity and amount of each line; `more` says how many are left out. */
export function soldTable({ heading, lines, more }: SoldLines): MailPart | '' {
  if (lines.length === 0) return '';
  const texts = lines.map(({ description, qty, amount }) => `${description} · ${qty} · ${amount}`);
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
  return {
    text: [heading && `${heading}:`, ...texts, more].filter(Boolean).join('\n'),
    html: `<table class="sold" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 24px;border-top:1px solid ${BORDER};font-size:14px;font-variant-numeric:tabular-nums">${head}${rows.join('')}${rest}</table>`,
  };
}

/** An inline image attached to the mail and shown at its top. */
export interface MailPicture {
  cid: string;
  width: number;
  height: number;
}

const PICTURE = { width: 200, height: 64 };

export function logo(picture: MailPicture | null, name: string): MailPart | '' {
  if (!picture) return '';
  const { cid, width, height } = picture;
  const scale = Math.min(1, PICTURE.width / width, PICTURE.height / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return {
    text: '',
    html: `<p style="margin:0 0 24px"><img src="cid:${escapeMarkup(cid)}" alt="${escapeMarkup(name)}" width="${wide}" height="${high}" class="logo" style="display:block;border:0"></p>`,
  };
}

export function escapeLines(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '<br>');
}
