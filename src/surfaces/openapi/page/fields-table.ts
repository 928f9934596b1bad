import { type Html, html } from '../../http/pages/html.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { refName, resolve } from '../schema/json-schema.ts';
import { renderInline, slug } from './markdown.ts';

type Components = Record<string, JsonSchema>;

export interface FieldRow {
  name: string;
  where?: string;
  required: boolean;
  schema: JsonSchema;
}

export function rowsOf({ properties = {}, required = [] }: JsonSchema): FieldRow[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

/** A table of fields. `marks` selects the marked ones: required fields of a request, or optional fields of an answer. */
export function renderFieldsTable(
  rows: FieldRow[],
  components: Components,
  marks: 'required' | 'optional',
): Html {
  return html`<table class="fields">
    <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.map((row) => renderFieldRow(row, components, marks))}</tbody>
  </table>`;
}

function renderFieldRow(
  { name, where, required, schema }: FieldRow,
  components: Components,
  marks: string,
): Html {
  const mark = required === (marks === 'required') ? html` <span class="requirement">${marks}</span>` : '';
  const { description = '', enum: own, items, type } = resolve(components, schema);
  const isFlag = [type].flat().includes('boolean');
  const values = isFlag ? [] : [...new Set((own ?? items?.enum ?? []).map(String))];
  return html`<tr>
    <td><code class="field">${name}</code>${mark}${where ? html` <span class="muted">${where}</span>` : ''}</td>
    <td class="type">${renderType(schema)}</td>
    <td>${renderInline(description)}${values.length > 1 ? renderChoices(values) : ''}</td>
  </tr>`;
}

const MAX_OPEN_CHOICES = 8;

function renderChoices(values: string[]): Html {
  const items = values.map((value) => html`<code>${value === '' ? '(empty)' : value}</code> `);
  if (values.length <= MAX_OPEN_CHOICES) return html`<div class="choices">${items}</div>`;
  return html`<details class="choices"><summary>${values.length} values</summary>${items}</details>`;
}

/** The type as text: `date`, `string ≤ 200`, `integer 1–12`, `list of InvoiceLine`. */
export function renderType(schema: JsonSchema): Html {
  const name = refName(schema);
  if (name) return html`<a href="#${slug(`record-${name}`)}">${name}</a>`;
  if (schema.items) return html`list of ${renderType(schema.items)}`;
  if (schema.contentSchema) return html`${renderType(schema.contentSchema)} as JSON`;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives)
    return html`${alternatives.map((one, n) => html`${n > 0 ? ' or ' : ''}${renderType(one)}`)}`;
  const types = [schema.type ?? 'anything'].flat();
  const plain = FORMATS[schema.format ?? ''] ?? types.find((type) => type !== 'null') ?? 'null';
  const orNull = types.includes('null') && types.length > 1 ? ' or null' : '';
  return html`${plain}${boundsText(schema)}${orNull}`;
}

const FORMATS: Record<string, string> = { uuid: 'guid', date: 'date', binary: 'file' };

function boundsText({ type, minimum, maximum, maxLength, contentEncoding }: JsonSchema): string {
  if (contentEncoding) return `, ${contentEncoding}`;
  if (maxLength) return ` ≤\u00a0${maxLength.toLocaleString('en')}`;
  if ([type].flat()[0] === 'integer' && minimum !== undefined && maximum !== undefined && maximum < 10_000)
    return ` ${minimum}\u2060–\u2060${maximum}`;
  return '';
}
