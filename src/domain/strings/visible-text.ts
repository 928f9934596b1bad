/**
 * A character that draws something: neither space, control nor format character, nor one of the letters that fonts
 * leave blank (Hangul fillers, the empty Braille pattern).
 */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Whether a reader would see anything. A name or an address of invisible characters is missing. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Counts code points, as `maxLength` of JSON Schema does: an emoji is one character and not the two of its UTF-16 form. */
export function isLongerThan(value: string, max: number): boolean {
  if (value.length <= max || value.length > 2 * max) return value.length > max;
  return Array.from(value).length > max;
}
