import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMPTY_FORM,
  emptyLine,
  toDocumentPreview,
  toFormProblems,
  toRequest,
} from '../../console/src/screens/invoices/editor-form.ts';

const [own, added] = ['own', 'added'].map((id) => ({ id, name: `${id}.pdf`, size: 1 }));
assert.ok(own && added);
const saved = { ...EMPTY_FORM, lines: [{ ...emptyLine(), guid: 'item' }], files: [own] };
const form = { ...saved, files: [own, added] };

test('the preview of a changed document names it, and sends what differs as saving does', () => {
  const { data, ...named } = toDocumentPreview(form, 'draft', { guid: 'draft', form: saved });
  assert.deepEqual(named, { kind: 'draft', guid: 'draft' });
  assert.deepEqual(data, { files: 'own,added' });
});

test('the preview of a new document sends all of it', () => {
  const { data, ...named } = toDocumentPreview(form, 'quote', null);
  assert.deepEqual([named, data], [{ kind: 'quote' }, toRequest(form, 'quote')]);
});

test('a free line without a price is asked for the price, another line for its item', () => {
  const free = { ...emptyLine(), isFree: true, description: 'Vinna' };
  const lines = [emptyLine(), { ...emptyLine(), guid: 'item' }, free];
  const refused = (index: number) => ({
    code: 'field_invalid',
    message: 'x',
    details: [`items[${index}]`],
    reasons: [{ code: 'item', values: [] }],
  });
  const [first, second] = toFormProblems([refused(0), refused(1)], lines);
  assert.deepEqual(first, refused(0));
  assert.deepEqual(
    [second?.code, second?.details, second?.reasons],
    ['field_required', ['items[1].unit_price'], []],
  );
});

test('a line says why it has no VAT, unless it has VAT by now', () => {
  const line = { ...emptyLine(), guid: 'item', tax: 'Z', vat_kind: 'outside' };
  const lines = [line, { ...line, tax: 'S' }, { ...line, vat_kind: '' }];
  const { items } = toRequest({ ...EMPTY_FORM, lines }, 'draft');
  assert.deepEqual(
    items.map((one) => ('vat_kind' in one ? one.vat_kind : null)),
    ['outside', null, null],
  );
});
