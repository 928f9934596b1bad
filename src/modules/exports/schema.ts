import { z } from 'zod';
import { out } from '../../kernel/fields/output-fields.ts';
import { EXPORT_STATES } from './tables.ts';

const guid = out.guid('The export');
const state = out.code(
  EXPORT_STATES,
  'running: it is being written; ready: it can be fetched; failed: ask again',
);

export const begunExport = z.object({ guid, state }).meta({ id: 'BegunExport' });

export const exportOutput = z
  .object({
    guid,
    state,
    created_at: out.time('When it was asked for'),
    size: out.integer('Bytes of the file; null until it is ready', 1_048_576).nullable(),
    sha256: out.own('SHA-256 of the file; null until it is ready').nullable(),
    url: out
      .own(
        'Address of the file, for the key of the account or an owner who is signed in; null where there is none',
        'https://kvitt.example/exports/0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
      )
      .nullable(),
  })
  .meta({ id: 'AccountExport' });
