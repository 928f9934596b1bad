import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMPTY_FORM,
  emptyLine,
  toFormProblems,
  toPreviewRequest,
  toRequest,
} from '../../console/src/screens/invoices/editor-form.ts';

const [own, added] = ['own', 'added'].map((id) => ({ id, name: `${id}.pdf`, size: 1 }));
assert.ok(own && added);
const saved = { ...EMPTY_FORM, lines: [{ ...emptyLine(), guid: 'item' }], files: [own] };
const form = { ...saved, files: [own, added] };

test('the preview of a changed document leaves out its own files, which would be refused as in use', () => {
  const { files, kept_items } = toPreviewRequest(form, saved);
  assert.deepEqual([files, kept_items], ['added', ['item']]);
  assert.equal(toRequest(form, 'draft').files, 'own,added');
});

test('the preview of a new document has all files, and no item may be inactive', () => {
  const { files, kept_items } = toPreviewRequest(form, null);
  assert.deepEqual([files, kept_items], ['own,added', []]);
  assert.equal('files' in toPreviewRequest(EMPTY_FORM, null), false);
});

test('a free line without a price is asked for the price, another line for its item', () => {
  const free = { ...emptyLine(), isFree: true, description: 'Vinna' };
  const lines = [emptyLine(), { ...emptyLine(), guid: 'item' }, free];
  const refused = (place: number) => ({
    code: 'field_invalid',
    message: 'x',
    details: [`items[${place}]`],
    reasons: [{ code: 'item', values: [] }],
  });
  const [first, second] = toFormProblems([refused(0), refused(1)], lines);
  assert.deepEqual(first, refused(0));
  assert.deepEqual(
    [second?.code, second?.details, second?.reasons],
    ['field_required', ['items[1].unit_price'], []],
  );
});
