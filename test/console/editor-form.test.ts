import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMPTY_FORM,
  emptyLine,
  toPreviewRequest,
  toRequest,
} from '../../console/src/screens/invoices/editor-form.ts';

const [own, added] = ['own', 'added'].map((id) => ({ id, name: `${id}.pdf`, size: 1 }));
assert.ok(own && added);
const saved = { ...EMPTY_FORM, lines: [{ ...emptyLine(), guid: 'item' }], files: [own] };
const form = { ...saved, files: [own, added] };

test('the preview of a changed document leaves out its own files, which would be refused as in use', () => {
  const { files, kept_items } = toPreviewRequest(form, saved, 'is');
  assert.deepEqual([files, kept_items], ['added', ['item']]);
  assert.equal(toRequest(form, 'draft', 'is').files, 'own,added');
});

test('the preview of a new document has all files, and no item may be inactive', () => {
  const { files, kept_items } = toPreviewRequest(form, null, 'is');
  assert.deepEqual([files, kept_items], ['own,added', []]);
  assert.equal('files' in toPreviewRequest(EMPTY_FORM, null, 'is'), false);
});
