import { escapeMarkup } from '../../domain/markup.ts';

/** Markup that is safe to send: the `html` tag escapes every value that is not Html itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(strings.reduce((left, right, n) => left + render(values[n - 1]) + right));
}

function render(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeMarkup(String(value ?? ''));
}
