/** Marks, embeddings, overrides and isolates: characters that change the direction of the text around them. */
const CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

export function hasBidiControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/**
 * Text of somebody else, so that it cannot reorder the sentence that it stands in (bidi spoofing). Works in plain text and
 * in HTML. Controls inside are dropped: an unpaired one would end the isolation. Other text stays as it is.
 */
export function isolateText(text: string): string {
  if (!hasBidiControls(text) && !RIGHT_TO_LEFT.test(text)) return text;
  return `${FIRST_STRONG_ISOLATE}${withoutBidiControls(text)}${POP_ISOLATE}`;
}

export function withoutBidiControls(text: string): string {
  return text.replace(CONTROLS, '');
}
