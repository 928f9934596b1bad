import { component, out } from '../../kernel/fields/output-fields.ts';
import { EXPORT_KINDS, EXPORT_STATES } from './tables.ts';

const guid = out.guid('The export');
const state = out.code(
  EXPORT_STATES,
  'running: it is being written; ready: it can be fetched; failed: ask again',
);

export const begunExport = component('BegunExport', { guid, state });

export const exportOutput = component('AccountExport', {
  guid,
  state,
  kind: out.code(
    EXPORT_KINDS,
    'account: everything, by export-account; books: what an accountant needs of some days, by export-books',
  ),
  from_date: out.date('The first day of books; null of a whole account').nullable(),
  to_date: out.date('Their last day').nullable(),
  lang: out.own('The language of books; null of a whole account', 'is').nullable(),
  created_at: out.time('When it was asked for'),
  size: out.integer('Bytes of the file; null until it is ready', 1_048_576).nullable(),
  sha256: out.own('SHA-256 of the file; null until it is ready').nullable(),
  url: out
    .own(
      'Address of the file, for a key of the account or a person who is signed in and may read it; null where there is none',
      'https://kvitt.example/exports/0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
    )
    .nullable(),
});
