import { isolateText } from '../../../domain/strings/bidi.ts';
import { escapeMarkup } from '../../../domain/strings/markup.ts';

/**
 * Markup that is safe to send: the `html` tag escapes every value that is not Html itself, and isolates its direction
 * from the text around it.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(
    strings.reduce((left, right, n) => left + render(values[n - 1], isBetweenTags(left)) + right),
  );
}

/** Attributes and the content of a textarea are sent back by forms, so nothing is added to them. */
function isBetweenTags(left: string): boolean {
  const isInTag = left.lastIndexOf('<') > left.lastIndexOf('>');
  return !isInTag && !/<textarea\b[^<]*$/.test(left.slice(left.lastIndexOf('<')));
}

function render(value: unknown, isText: boolean): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((one) => render(one, isText)).join('');
  const text = String(value ?? '');
  return escapeMarkup(isText ? isolateText(text) : text);
}
