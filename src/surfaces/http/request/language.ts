import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Lang, toLang } from '../../../domain/values/codes.ts';

const COOKIE = 'kvitt-lang';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The language from the query (then kept in a cookie), the cookie, or Accept-Language, in this order. */
export function languageOf(request: FastifyRequest, reply: FastifyReply): Lang {
  const chosen = chosenLanguage(request.query);
  if (chosen) {
    keepLanguage(reply, chosen);
    return chosen;
  }
  const cookie = request.cookies[COOKIE];
  return isLang(cookie) ? cookie : preferredLanguage(request.headers['accept-language'] ?? '');
}

export function keepLanguage(reply: FastifyReply, lang: Lang): void {
  reply.setCookie(COOKIE, lang, { path: '/', sameSite: 'lax', httpOnly: true, maxAge: YEAR_SECONDS });
}

/** The language of a visitor to a public page, without a cookie: the query, or Accept-Language. */
export function visitorLanguage(request: FastifyRequest): Lang {
  return chosenLanguage(request.query) ?? preferredLanguage(request.headers['accept-language'] ?? '');
}

/** The language of a public page about a document: that of the query, or that of the document. */
export function documentLanguage(query: unknown, otherwise: string): Lang {
  return chosenLanguage(query) ?? toLang(otherwise);
}

/** A page in the language that the visitor has chosen; without a choice it has the language of its document. */
export function inChosenLanguage(path: string, query: unknown): string {
  const lang = chosenLanguage(query);
  return lang ? inLanguage(path, lang) : path;
}

function chosenLanguage(query: unknown): Lang | null {
  const { lang } = (query ?? {}) as Record<string, unknown>;
  return isLang(lang) ? lang : null;
}

function isLang(value: unknown): value is Lang {
  return value === 'is' || value === 'en';
}

/** Icelandic where it is preferred or no preference is sent; English for all other languages. */
function preferredLanguage(header: string): Lang {
  const ranked = header
    .split(',')
    .map((one) => {
      const [tag = '', quality] = one.trim().split(/;\s*q=/);
      return { lang: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) };
    })
    .filter(({ lang, quality }) => lang !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  if (ranked.length === 0) return 'is';
  return ranked.map(({ lang }) => lang).find(isLang) ?? 'en';
}

/** The same page in another language. */
export function inLanguage(path: string, lang: Lang): string {
  const [before = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('lang', lang);
  return `${before}?${parameters}`;
}
