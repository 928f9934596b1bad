import { type Html, html } from '../../http/pages/html.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import type { DescribedCall, Media, Response } from '../document/document.ts';
import { resolve } from '../schema/json-schema.ts';
import { renderJson, renderShell } from './code.ts';
import { type FieldRow, renderFieldsTable, renderType, rowsOf } from './fields-table.ts';
import { slug } from './markdown.ts';

type Components = Record<string, JsonSchema>;

/** An endpoint on the page. Methods with the same meaning at the same path share one entry. */
export interface Entry {
  path: string;
  methods: string[];
  call: DescribedCall;
}

export function renderEntry({ path, methods, call }: Entry, components: Components): Html {
  const id = call.operationId;
  // Where success has another status, 200 is a refusal, so the last success status is taken.
  const [status, done] = Object.entries(call.responses).findLast(([code]) => Number(code) < 400) ?? [];
  const media = Object.values((done as Response).content ?? {})[0];
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <div class="about">
      <h3 id="${id}-title">
        ${methods.map((method) => html`<span class="method ${method.toLowerCase()}">${method}</span> `)}
        <a class="path" href="#${id}">${path}</a>
      </h3>
      <p>${call.summary}</p>
      <p class="muted">${call.description}</p>
      ${renderScope(call)}
      ${renderRequest(call, components)}
      ${renderAnswer(media, (done as Response).description, components)}
      ${renderRefusals(call)}
    </div>
    <div class="samples">
      ${call['x-codeSamples'].map(({ label, source }) => html`<h4>${label}</h4>${renderShell(source)}`)}
      ${media?.example === undefined ? '' : html`<h4>${status}</h4>${renderJson(media.example)}`}
    </div>
  </article>`;
}

function renderScope({ security }: DescribedCall): Html | string {
  const [needed] = security.flatMap(({ agentToken = [] }) => agentToken);
  return needed ? html`<p class="muted note">Scope <code>${needed}</code></p>` : '';
}

/** The table of fields, and below it the fields of the record in `data`. */
function renderRequest(call: DescribedCall, components: Components): Html | string {
  const parameters = (call.parameters ?? []).flatMap((one): FieldRow[] =>
    'name' in one
      ? [
          {
            name: one.name,
            required: one.required === true,
            schema: { ...one.schema, ...(one.description && { description: one.description }) },
            ...(one.in === 'path' && { where: 'in the path' }),
          },
        ]
      : [],
  );
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema ?? {};
  const inFields = call.security.some((way) => 'apiKey' in way) ? CREDENTIALS : [];
  const rows = [...parameters, ...rowsOf(body).filter(({ name }) => !inFields.includes(name))];
  const data = rows.find(({ schema }) => schema.contentSchema)?.schema.contentSchema;
  const key = renderHeaders(call);
  if (body.oneOf) return html`<h4>Fields</h4><p>${renderType(body)}</p>${key}`;
  if (rows.length === 0) return html`<p class="muted note">No fields but the credentials.</p>${key}`;
  return html`<h4>Fields</h4>${renderFieldsTable(rows, components, 'required')}
    ${data ? html`<h4>data: ${renderType(data)}</h4>${renderData(resolve(components, data), components)}` : ''}
    ${key}`;
}

/** The headers that a write may carry. */
function renderHeaders({ parameters = [] }: DescribedCall) {
  const takes = (name: string) => parameters.some((one) => '$ref' in one && one.$ref.endsWith(`/${name}`));
  const key = html`<a href="#sending-again"><code>Idempotency-Key</code></a>`;
  const flag = html`<a href="#rehearsing"><code>Kvitt-Dry-Run</code></a>`;
  if (takes('IdempotencyKey') && takes('DryRun'))
    return html`<p class="muted note">May carry ${key} and ${flag}.</p>`;
  if (takes('DryRun')) return html`<p class="muted note">May carry ${flag}.</p>`;
  return takes('IdempotencyKey') ? html`<p class="muted note">May carry ${key}.</p>` : '';
}

/** The fields of the record, or the forms that it may have. */
function renderData(data: JsonSchema, components: Components): Html {
  if (data.oneOf) return html`<p>One of ${renderType(data)}.</p>`;
  return renderFieldsTable(rowsOf(data), components, 'required');
}

const CREDENTIALS = ['username', 'api_key'];

function renderAnswer(media: Media | undefined, about: string, components: Components): Html | string {
  const schema = media?.schema.oneOf?.[0] ?? media?.schema ?? {};
  const { properties, items, type } = resolve(components, schema);
  if (type === 'string') return html`<h4>Answer</h4><p>${about}</p>`;
  if (items || !properties) return html`<h4>Answer</h4><p>${renderType(schema)}</p>`;
  const own = Object.entries(properties).filter(([name]) => !ENVELOPE.includes(name));
  const result = own.length === 1 ? own[0] : undefined;
  if (result?.[0] === 'result') {
    const [, one] = result;
    const about = one.description ? `: ${one.description}` : '';
    return one.type === 'null' ? '' : html`<h4>result</h4><p>${renderType(one)}${about}</p>`;
  }
  const rows = rowsOf(resolve(components, schema)).filter(({ name }) => !ENVELOPE.includes(name));
  return rows.length > 0 ? html`<h4>Answer</h4>${renderFieldsTable(rows, components, 'optional')}` : '';
}

const ENVELOPE = ['status', 'success', 'message', 'action_id'];

function renderRefusals(call: DescribedCall): Html | string {
  const codes = call['x-error-codes'] ?? [];
  if (codes.length === 0) return '';
  return html`<h4>May be refused with</h4>
    <p class="codes">${codes.map((code) => html`<a href="#${slug(`error-${code}`)}"><code>${code}</code></a> `)}</p>`;
}
