import { z } from 'zod';
import { IMPORT_PARTS } from '../../../domain/imports/other-account.ts';
import { guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { component, out } from '../../../kernel/fields/output-fields.ts';
import { ACCOUNT_IMPORT_STATES, PART_STATES } from '../tables.ts';
import type { AccountImportRow } from './import-store.ts';

export const newAccountImport = object({
  from_url: text(2000, { format: 'uri', examples: ['https://kvitt.example'] })(
    'Address of the other service: https, a public host, with or without /api/v1',
  ),
  from_username: text(100)('Username of the account there'),
  from_api_key: text(500)('Its api_key; it is kept encrypted, and only until the import has ended'),
}).meta({
  examples: [
    { from_url: 'https://kvitt.example', from_username: 'demo', from_api_key: 'the api_key of that account' },
  ],
});

export const byImport = object({ guid: guid('The import') });

const state = out.code(
  ACCOUNT_IMPORT_STATES,
  'failed: problem says why; starting it again goes on where it ended',
);

export const changedImport = component('ChangedImport', { guid: out.guid('The import'), state });

const part = z.object({
  part: out.code(IMPORT_PARTS.slice(1), 'What it is'),
  state: out.code(PART_STATES, 'not_given: the other service does not give it; message says why'),
  there: out.integer('Number of records in the other service; null where it does not say', 120).nullable(),
  found: out.integer('How many were fetched so far', 120),
  new: out.integer('How many became new records here', 100),
  changed: out.integer(
    'Number that were imported before and were updated with later payments or approvals there',
    3,
  ),
  known: out.integer('Number that were imported before and did not change', 10),
  left_out: out.integer(
    'Number that are not imported, such as documents that are invoiced and time that is billed',
    8,
  ),
  refused: out.integer('Number that were refused', 2),
  message: out.outside('Why the other service does not provide it; empty otherwise'),
});

const remark = z.object({
  part: out.code(IMPORT_PARTS.slice(1), 'What it is'),
  guid: out.guid('The record in the other service'),
  name: out.outside('Its name or number', 'Bakarí Guðrúnar ehf.'),
  is_refused: out.flag('false: it was imported, but not completely', true),
  message: out.outside('Why', 'Field item_number is required'),
});

export const accountImport = component('AccountImport', {
  guid: out.guid('The import'),
  state,
  from_url: out.own('Address of the API of the other service', 'https://kvitt.example/api/v1'),
  from_username: out.own('Username of the account there', 'demo'),
  name: out.outside('The company there, as the other service names it', 'Norðurljós ehf.'),
  registration_no: out.outside('Its kennitala', '5501234520'),
  parts: z.array(part).describe('Progress of each kind of record'),
  remarks: z
    .array(remark)
    .describe('The records that were refused or were not imported completely, at most 500'),
  problem: out.outside('What it waits for, or why it has failed; empty otherwise'),
  created_at: out.time('When it was started'),
  ended_at: out.time('When it ended; null while it runs').nullable(),
});

/** What an operation shows of an import. */
export function toAccountImport({
  id: _,
  part: _part,
  page: _page,
  page_start: _start,
  parts,
  ...shown
}: AccountImportRow): z.infer<typeof accountImport> {
  return { ...shown, parts: parts.map(({ changed = 0, ...part }) => ({ ...part, changed })) };
}
