import { z } from 'zod';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';

export const byBookkeeper = object({ guid: guid().describe('The bookkeeper') });

const company = {
  guid: out.guid('Identifies the account'),
  name: out.text('Name of the company', 'Bókhald og ráðgjöf ehf.'),
  username: out.text('Its username', 'bokhald'),
  registration_no: out.text('Its kennitala', '5501234520'),
};

export const bookkeeper = z
  .object({
    ...company,
    vat_no: out.text('Its VAT number'),
    email: out.text('Its e-mail address'),
    service_provider_guid: out.guid('The firm that the bookkeeper works for'),
    status: out.code(
      ['Registered', 'Active', 'Inactive'],
      'Registered: without a key yet. Active: may act with a key of its own. Inactive: its key was taken back, or the bookkeeper is closed',
    ),
    count_of_bookkeepers: out.integer('How many bookkeepers the account has', 1),
    instance_config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the bookkeeper set for this account', examples: [{}] }),
  })
  .meta({ id: 'Bookkeeper', description: 'A company that keeps the books of the account.' });
export type Bookkeeper = z.infer<typeof bookkeeper>;

export const tenant = z
  .object({
    ...company,
    api_key: out
      .text('The key that the tenant gave this bookkeeper; null when it gave none, and always for a token')
      .nullable(),
  })
  .meta({ id: 'Tenant', description: 'An account whose books the bookkeeper keeps.' });
export type Tenant = z.infer<typeof tenant>;
