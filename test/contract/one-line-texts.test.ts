import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { toOneLine } from '../../src/domain/strings/one-line.ts';
import { endpoints } from '../../src/reference.ts';
import { operations } from '../../src/surfaces/console/routes.ts';

const SENT = 'a\r\nb\u0085c\u2028d\u202Ee';

/** Paragraphs, and secrets, which must not change. */
const LONG_TEXTS = new Set([
  ...['accounting_message', 'booking', 'description', 'message', 'note', 'reason', 'terms', 'text', 'fields'],
  ...['invoice_terms_is', 'invoice_terms_en', 'mail_signature_is', 'mail_signature_en', 'photo'],
  ...['body', 'signature', 'question', 'answer'],
  ...['api_key', 'current_password', 'password'],
  // They are compared with what is known, or checked further.
  ...['accounting_status', 'agent_id', 'filters', 'redirect_uris'],
]);

/** The texts of an input, by their names, as they are kept. */
function keptTexts(schema: z.ZodType, name = ''): [name: string, kept: string][] {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
      ? (schema.unwrap() as z.ZodType)
      : schema;
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, one]) => keptTexts(one as z.ZodType, key));
  if (inner instanceof z.ZodArray) return keptTexts(inner.element as z.ZodType, name);
  if (inner instanceof z.ZodRecord) return keptTexts(inner.valueType as z.ZodType, name);
  // The schema itself, because an optional one has rules of its own.
  const kept = parseText(schema);
  return typeof kept === 'string' ? [[name, kept]] : [];
}

function parseText(schema: z.ZodType): unknown {
  try {
    return schema.safeParse(SENT).data;
  } catch {
    return undefined;
  }
}

test('every text of every operation is kept on one line, unless it is one of paragraphs', () => {
  const all = [
    ...endpoints.map(({ path, input }) => ({ name: path, input })),
    ...Object.entries(operations).map(([name, one]) => ({ ...one, name })),
  ];
  const texts = all.flatMap(({ name, input }) =>
    keptTexts(input as z.ZodType).map(([field, kept]) => ({ at: `${name} ${field}`, field, kept })),
  );
  assert.ok(texts.length > 200, `${texts.length} texts`);
  const broken = texts.filter(({ field, kept }) => !LONG_TEXTS.has(field) && toOneLine(kept) !== kept);
  assert.deepEqual(new Set(broken.map(({ at }) => at)), new Set());
});
