import { type Html, html } from '../../http/pages/html.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g;

/** Indented JSON with syntax colours for names, strings and other values. */
export function renderJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: unknown[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, match.index));
    const [token, string, colon] = match;
    if (colon) parts.push(html`<span class="name">${string}</span>${colon}`);
    else parts.push(html`<span class="${string ? 'text' : 'value'}">${token}</span>`);
    end = match.index + token.length;
  }
  return html`<pre tabindex="0"><code>${parts}${text.slice(end)}</code></pre>`;
}

export function renderShell(source: string): Html {
  return html`<pre class="shell" tabindex="0"><code>${source}</code></pre>`;
}
