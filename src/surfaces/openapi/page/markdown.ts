import { type Html, html } from '../../http/pages/html.ts';

/** Renders the Markdown subset of the guide: headings, paragraphs, code blocks and inline code. */
export function renderMarkdown(text: string): Html {
  return html`${text.split(/\n{2,}/).map(renderBlock)}`;
}

function renderBlock(text: string): Html {
  const heading = /^## (.+)$/.exec(text)?.[1];
  if (heading) return html`<h2 id="${slug(heading)}">${heading}</h2>`;
  const code = /^```\n([\s\S]+)\n```$/.exec(text.trim())?.[1];
  return code ? html`<pre tabindex="0"><code>${code}</code></pre>` : html`<p>${renderInline(text)}</p>`;
}

export function renderInline(text: string): Html {
  return html`${text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

export function headings(text: string): string[] {
  return [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? '');
}

export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '-');
}
