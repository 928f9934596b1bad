import { z } from 'zod';
import { guid, listOf, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { listOutsideCustomers } from './outside-store.ts';

const MAX_GUIDS = 5000;

/** For surfaces that must mark what strangers have typed, before a language model reads it. */
export const findOutsideCustomers = defineRead({
  name: 'find-outside-customers',
  summary: 'Lists which of these guids are customers with fields that a buyer typed on a selling page.',
  access: { scope: 'any' },
  input: object({ guids: listOf(guid(), MAX_GUIDS).describe('Guids of any records') }),
  output: z.array(out.guid('A customer')),
  run: ({ db, account }, { guids }) => listOutsideCustomers(db, account.id, guids),
});
