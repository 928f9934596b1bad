/** Rules for text of people whom nobody knows, which others will read under the seller's name. */

/** Control characters, bidi overrides and isolates, zero-width characters: they hide or reorder what a reader sees. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

/** A scheme, `www.`, or a domain with a path. A bare domain is allowed: companies are called `visir.is ehf.`. */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}(?::\d+)?[/\\?#]/iu;
/** A dot in disguise, which only an address needs: `evil。example`, `evil[.]example`. */
const DISGUISED_DOT =
  /[\p{L}\p{N}](?:[\u2024\u3002\ufe52\uff0e\uff61]|\s?[[({]\s?(?:\.|dot|punktur)\s?[\])}]\s?)[\p{L}\p{N}]/iu;
/** Seven digits, however they are grouped: no name has so many. */
const TELEPHONE = /\d(?:[\s()./-]*\d){6}/u;

export function isPlainText(text: string): boolean {
  return !INVISIBLE.test(text) && !LINK.test(text) && !DISGUISED_DOT.test(text);
}

/** A name that says whom, and neither where to go nor whom to call. */
export function isPlainName(text: string): boolean {
  return isPlainText(text) && !TELEPHONE.test(text);
}

/** The text with `…` in place of every web address, for mails that must name a person or company. */
export function withoutLinks(text: string): string {
  // Word by word: a pattern that also consumes the rest of the word around a link takes quadratic time.
  return text.replace(/\S+/g, (word) => (LINK.test(word) || DISGUISED_DOT.test(word) ? '…' : word));
}
