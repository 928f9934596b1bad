import { z } from 'zod';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';

export const byBookkeeper = object({ guid: guid('The bookkeeper') });

const company = {
  name: out.outside('Name of the company', 'Bókhald og ráðgjöf ehf.'),
  username: out.outside('Its username', 'bokhald'),
  registration_no: out.own('Its kennitala', '5501234520'),
};

export const bookkeeper = component(
  'Bookkeeper',
  {
    guid: out.guid('Identifies the bookkeeper within the account'),
    ...company,
    vat_no: out.outside('Its VAT number'),
    email: out.outside('Its e-mail address'),
    service_provider_guid: out.guid('The account of the firm; null until it has accepted').nullable(),
    status: out.code(
      ['Registered', 'Active', 'Inactive'],
      'Registered: without a key yet. Active: may act with a key of its own. Inactive: its key was taken back, or the bookkeeper is closed',
    ),
    acceptance: out.code(
      ['pending', 'accepted', 'declined'],
      'Whether the company has agreed; until then only the username that was typed is shown of it',
    ),
    count_of_bookkeepers: out.integer('How many bookkeepers the account has', 1),
    instance_config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Settings of the bookkeeper for this account', examples: [{}] }),
  },
  'A company that keeps the books of the account.',
);
export type Bookkeeper = z.infer<typeof bookkeeper>;

export const tenant = component(
  'Tenant',
  {
    guid: out.guid('Guid of the account'),
    ...company,
    api_key: out
      .own(
        'The key that the tenant gave this bookkeeper; null when it gave none, always for a token, and in the console until current_password is sent',
      )
      .nullable(),
    has_key: out.flag('Whether the tenant gave a key'),
  },
  'An account whose books the bookkeeper keeps.',
);
export type Tenant = z.infer<typeof tenant>;

export const tenantRequest = component(
  'TenantRequest',
  {
    guid: out.guid('Identifies the request'),
    name: out.outside('Name of the company that asks', 'Verslunin ehf.'),
    requested_at: out.time('Time of the request'),
  },
  'An account that has asked this one to keep its books.',
);
