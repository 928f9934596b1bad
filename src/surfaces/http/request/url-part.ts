/** Text as a part of an address. `encodeURIComponent` throws on a lone surrogate, which JSON of a client may hold. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
