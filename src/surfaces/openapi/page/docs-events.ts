import { type Html, html } from '../../http/pages/html.ts';
import type { Document } from '../document/document.ts';
import { renderJson } from './code.ts';
import { renderInline, slug } from './markdown.ts';

/** The catalogue of events: each type with what it means and an example of the message. */
export function renderEvents({ webhooks }: Document): Html {
  return html`${Object.entries(webhooks).map(([type, { post }]) => {
    const id = slug(`event-${type}`);
    const example = post.requestBody?.content['application/json']?.example;
    return html`<div class="record" id="${id}">
      <h3><a class="path" href="#${id}">${type}</a></h3>
      <p>${renderInline(post.description)}</p>
      ${renderJson(example)}
    </div>`;
  })}`;
}
