import { withoutBidiControls } from './bidi.ts';

/** Control characters, line ends among them, and the separators of lines and paragraphs. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Text that stays on one line wherever it is shown: line ends and control characters become a space, NUL and characters that
 * change the direction of the text around them are dropped. It can inject neither mail headers nor terminal escapes.
 */
export function toOneLine(text: string): string {
  return withoutBidiControls(text.replaceAll('\0', '').replace(BREAKS, ' ')).trim();
}
