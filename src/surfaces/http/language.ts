import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Lang } from '../../domain/codes.ts';

const COOKIE = 'kvitt-lang';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The language that the person has chosen here before, or that their browser asks for. */
export function languageOf(request: FastifyRequest, reply: FastifyReply): Lang {
  const chosen = (request.query as Record<string, unknown>).lang;
  if (isLang(chosen)) {
    keepLanguage(reply, chosen);
    return chosen;
  }
  const kept = request.cookies[COOKIE];
  return isLang(kept) ? kept : preferred(request.headers['accept-language'] ?? '');
}

export function keepLanguage(reply: FastifyReply, lang: Lang): void {
  reply.setCookie(COOKIE, lang, { path: '/', sameSite: 'lax', httpOnly: true, maxAge: YEAR_SECONDS });
}

/** The same for a stranger, of whom nothing is kept: the address says it, or else the browser. */
export function visitorLanguage(request: FastifyRequest): Lang {
  const chosen = (request.query as Record<string, unknown>).lang;
  return isLang(chosen) ? chosen : preferred(request.headers['accept-language'] ?? '');
}

function isLang(value: unknown): value is Lang {
  return value === 'is' || value === 'en';
}

/** Icelandic where it is asked for or nothing is said; who asks only for others is better served by English. */
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
