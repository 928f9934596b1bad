import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Lang } from '../../domain/codes.ts';

const COOKIE = 'kvitt-lang';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The language from the query (then kept in a cookie), the cookie, or Accept-Language, in this order. */
export function languageOf(request: FastifyRequest, reply: FastifyReply): Lang {
  const chosen = (request.query as Record<string, unknown>).lang;
  if (isLang(chosen)) {
    keepLanguage(reply, chosen);
    return chosen;
  }
  const cookie = request.cookies[COOKIE];
  return isLang(cookie) ? cookie : preferred(request.headers['accept-language'] ?? '');
}

export function keepLanguage(reply: FastifyReply, lang: Lang): void {
  reply.setCookie(COOKIE, lang, { path: '/', sameSite: 'lax', httpOnly: true, maxAge: YEAR_SECONDS });
}

/** The language of a visitor to a public page, without a cookie: the query, or Accept-Language. */
export function visitorLanguage(request: FastifyRequest): Lang {
  const chosen = (request.query as Record<string, unknown>).lang;
  return isLang(chosen) ? chosen : preferred(request.headers['accept-language'] ?? '');
}

function isLang(value: unknown): value is Lang {
  return value === 'is' || value === 'en';
}

/** Icelandic where it is preferred or no preference is sent; English for all other languages. */
function preferred(header: string): Lang {
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
