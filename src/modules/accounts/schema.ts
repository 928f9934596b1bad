import { z } from 'zod';
import { PERIOD_LENGTHS } from '../../domain/vat/periods.ts';
import { SUBSCRIPTIONS } from '../../kernel/access/account.ts';
import { choice, flag, listOf, longText, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { accountSettings, emailAddress } from './settings.ts';

const subscriptions = listOf(choice(SUBSCRIPTIONS)(), SUBSCRIPTIONS.length).optional();

const VAT_PERIODS =
  'How long the settlement periods of VAT are: two_months, half_year for farmers, year for a turnover below 4,000,000 kr.; counts for this year, or from next January where a period of this year is locked';

const profile = {
  vat_no: text(20).optional('VAT number'),
  email: emailAddress.describe('E-mail address'),
  address: text(200).optional('Street and house number'),
  zip: text(20).optional('Postal code'),
  city: text(100).optional('Town'),
  bank_account: text(20).optional('12 digits: bank 4, ledger 2, number 6; hyphens may stand between'),
  subscriptions: subscriptions.describe('What the plan includes'),
};

export const accountInput = object({
  username: text(100)('Without spaces and colons'),
  password: longText(200)('At least 8 characters'),
  name: text(200)('Name of the company'),
  registration_no: text(20)('Its kennitala'),
  api_key: longText(200).optional('At least 8 characters; one is generated when left out'),
  ...profile,
  subscriptions: subscriptions.describe('What the plan includes; all but cost_ai when left out'),
}).meta({
  examples: [
    {
      username: 'nordurljos',
      password: 'a good password',
      name: 'Norðurljós verkstofa ehf.',
      registration_no: '5501234520',
    },
  ],
});

export const accountPatch = object({
  ...profile,
  name: text(200).optional('Name of the company'),
  password: longText(200).optional('At least 8 characters'),
  disabled: flag.optional('Whether the account is closed; every call is then refused'),
  vat_periods: choice(PERIOD_LENGTHS).optional(VAT_PERIODS),
  settings: accountSettings.optional().describe('Settings of the account'),
}).meta({ examples: [{ subscriptions: ['webservice', 'claim'] }] });

/** The answer of an operation that makes a key. */
export const accountKey = z.object({
  guid: out.guid('The account'),
  username: out.own('Its username', 'demo'),
  api_key: out.own('The key, shown only now', 'q7fQk2vX…'),
});
export type CreatedAccount = z.infer<typeof accountKey>;

export const logoOutput = component('Logo', {
  path: out.own('Path of the picture on this server', '/logo/AAAAAAAAAAEBmMDe…'),
  width: out.integer('Pixels', 640),
  height: out.integer('Pixels', 180),
  size: out.integer('Bytes', 18_204),
});

/** An account as the operator sees it. */
export const accountOutput = component('Account', {
  guid: out.guid('Guid of the account'),
  username: out.own('Its username', 'demo'),
  name: out.own('Name of the company', 'Norðurljós verkstofa ehf.'),
  registration_no: out.own('Its kennitala', '5501234520'),
  vat_no: out.own('Its VAT number', '145678'),
  email: out.own('E-mail address', 'bokhald@nordurljos.example'),
  address: out.own('Street and house number', 'Hafnarstræti 12'),
  zip: out.own('Postal code', '600'),
  city: out.own('Town', 'Akureyri'),
  bank_account: out.own('Bank account: 12 digits, or empty', '016226012345'),
  subscriptions: z.array(z.enum(SUBSCRIPTIONS)).readonly().describe('What the plan includes'),
  settings: z.record(z.string(), z.unknown()).describe('Settings of the account'),
  disabled: out.flag('Whether it is closed for use'),
  vat_periods: out.code(PERIOD_LENGTHS, 'How long its settlement periods of VAT are, as chosen last'),
  created_at: out.time('Day and time it was opened'),
});
export type AccountOutput = z.infer<typeof accountOutput>;
