import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadedFile } from '../../src/kernel/fields/uploaded-file.ts';
import { decodeInput, encodeInput } from '../../src/modules/stored-calls/stored-input.ts';

test('a stored input restores its files, and nothing else becomes a file', () => {
  const file = new UploadedFile('kvittun.png', Buffer.from('picture'));
  const imitated = { $file: 'x.png', bytes: '', path: ['file'], name: 'x.png' };
  const raw = { data: { phone_number: '5551234', ...imitated, parts: [imitated, { file }] }, file };
  const stored = JSON.parse(JSON.stringify(encodeInput(raw)));
  assert.equal(stored.files.length, 2);
  const found = decodeInput(stored) as typeof raw;
  assert.deepEqual(found, raw);
  assert.ok(found.file instanceof UploadedFile);
  assert.deepEqual(found.file.bytes, file.bytes);
  assert.deepEqual(decodeInput(encodeInput(file)), file);
});
