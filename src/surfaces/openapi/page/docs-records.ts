import { type Html, html } from '../../http/pages/html.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import type { ErrorCode } from '../document/document.ts';
import { renderFieldsTable, renderType, rowsOf } from './fields-table.ts';
import { renderInline, slug } from './markdown.ts';

type Components = Record<string, JsonSchema>;

/** A record's fields. Request records mark the required fields, response records the optional ones. */
export function renderRecord(name: string, schema: JsonSchema, components: Components): Html {
  const isSent = schema.additionalProperties === false || /^New|Changes$|Accounting$/.test(name);
  const id = slug(`record-${name}`);
  return html`<div class="record" id="${id}">
    <h3><a class="path" href="#${id}">${name}</a></h3>
    ${schema.description ? html`<p>${renderInline(schema.description)}</p>` : ''}
    ${
      schema.oneOf
        ? html`<p>One of ${renderType(schema)}.</p>`
        : renderFieldsTable(rowsOf(schema), components, isSent ? 'required' : 'optional')
    }
  </div>`;
}

export function renderErrorTable({ ErrorCode: codes }: Components): Html {
  const rows = (codes?.['x-error-codes'] ?? []) as ErrorCode[];
  return html`<table class="fields errors">
    <thead><tr><th scope="col">error_code</th><th scope="col">HTTP</th><th scope="col">Message</th></tr></thead>
    <tbody>${rows.map(
      ({ code, status, message }) =>
        html`<tr id="${slug(`error-${code}`)}"><td><code class="field">${code}</code></td><td class="type">${status}</td><td>${message}</td></tr>`,
    )}</tbody>
  </table>`;
}
