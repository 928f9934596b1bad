import { at, type FormCase, menu } from './form-case.ts';
import { PASSWORD } from './person.ts';

const OWN_PASSWORD = ['Your password'];

/** Forms of the settings, of people and of access. */
export const SETTINGS_FORMS: readonly FormCase[] = [
  {
    name: 'company',
    of: 'settings/company#Details',
    open: at(() => 'settings/company'),
    wrong: { 'E-mail': 'x' },
    keepsTyped: true,
  },
  {
    name: 'bank',
    of: 'settings/bank#Details',
    open: at(() => 'settings/bank'),
    wrong: { 'Bank account': '123' },
  },
  {
    name: 'new customers',
    of: 'settings/documents#NewCustomers',
    open: at(() => 'settings/documents'),
    wrong: { 'Days to the due date': '-1', 'Days to the final due date': '9999' },
  },
  {
    name: 'reminders',
    of: 'settings/delivery#Reminders',
    open: at(() => 'settings/delivery'),
    wrong: { 'Reminder before the due date, days': '99', 'Reminder after the due date, days': '-1' },
  },
  {
    name: 'signature',
    of: 'settings/mail#SignatureForm',
    open: at(() => 'settings/mail'),
    wrong: { 'Address for replies': 'x' },
  },
  {
    name: 'mail text',
    of: 'settings/mail#MailTextEditor',
    open: at(() => 'settings/mail'),
    wrong: { Subject: '{nothing}' },
  },
  {
    name: 'profile',
    of: 'settings/profile#ProfileForm',
    open: at(() => 'settings'),
    wrong: { 'Your password': 'wrong' },
  },
  {
    name: 'password',
    of: 'settings/profile#PasswordForm',
    open: at(() => 'settings'),
    empty: ['Your password'],
    wrong: { 'New password': 'a long enough password', 'Your password': 'wrong' },
    marked: ['Your password'],
  },
  {
    name: 'next number',
    of: 'settings/number-series#SetNextNumber',
    open: at(() => 'settings/documents', 'Set the next invoice number'),
    wrong: { 'Next number': 'x' },
  },
  {
    name: 'invitation',
    of: 'settings/invite-dialog#InviteDialog',
    open: at(() => 'settings/people', 'Invite'),
    wrong: { 'E-mail': 'x', 'Your password': PASSWORD },
    marked: ['E-mail'],
  },
  {
    name: 'new api_key',
    of: 'apps/api-key#NewKey',
    open: at(() => 'apps', 'Create a new key'),
    empty: ['Your password'],
    wrong: { 'Your password': 'wrong' },
  },
  {
    name: 'bookkeeper',
    of: 'settings/bookkeepers#Add',
    open: at(() => 'settings/bookkeepers', 'Add bookkeeper'),
    empty: ['Username of the bookkeeper in Kvitt'],
    wrong: {},
  },
  {
    name: 'webhook',
    of: 'webhooks/webhook-dialog#WebhookDialog',
    open: at(() => 'webhooks', 'New webhook'),
    empty: ['Address'],
    wrong: { Address: 'x' },
  },
  {
    name: 'delivery to new customers',
    of: 'settings/delivery#Sending',
    open: at(() => 'settings/delivery'),
    wrong: {},
    field: 'Delivery to new customers',
  },
  {
    name: 'terms',
    of: 'settings/documents#Terms',
    open: at(() => 'settings/documents'),
    wrong: {},
    field: 'In Icelandic',
  },
  {
    name: 'approval of costs',
    of: 'settings/documents#Costs',
    open: at(() => 'settings/documents'),
    wrong: {},
    field: 'Approve complete costs automatically',
  },
  {
    name: 'requests of companies',
    of: 'settings/tenants#AutoAccept',
    open: at(() => 'settings/bookkeepers'),
    wrong: {},
    field: 'Accept requests at once',
  },
  {
    name: 'key of a tenant',
    of: 'settings/tenants#ShowKey',
    open: at(() => 'settings/bookkeepers', /^Show key/),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'key for a bookkeeper',
    of: 'settings/bookkeepers#GrantKey',
    open: at(() => 'settings/bookkeepers', /^Give a key/),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'role of a person',
    of: 'settings/people#SetRole',
    open: menu('settings/people', 'More: Anna', 'Make owner'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'reset of a second factor',
    of: 'settings/people#ResetFactor',
    open: menu('settings/people', 'More: Anna', 'Reset two-step sign-in'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'second factor for everybody',
    of: 'settings/factor-requirement#FactorRequirement',
    open: at(() => 'settings/people', 'Require two steps of everyone'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'senders of receipts',
    of: 'costs/receipt-address#AddressDialog',
    open: at(() => 'costs', 'Receipts by e-mail'),
    wrong: { 'Others who may send receipts': 'x' },
  },
  {
    name: 'password before a second factor',
    of: 'settings/second-factor#Enrol',
    open: at(() => 'settings', 'Set up two-step sign-in'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'first code of a second factor',
    of: 'settings/second-factor#Enrol',
    open: async (page, books) => {
      await at(() => 'settings', 'Set up two-step sign-in')(page, books);
      await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    empty: ['Code'],
    wrong: { Code: '12' },
  },
  {
    name: 'new recovery codes',
    of: 'settings/second-factor#NewCodes',
    open: at(() => 'settings', 'New recovery codes'),
    hasSecondFactor: true,
    empty: OWN_PASSWORD,
    wrong: { 'Your password': PASSWORD, Code: '12' },
    marked: ['Code'],
  },
  {
    name: 'end of a second factor',
    of: 'settings/second-factor#Remove',
    open: at(() => 'settings', 'Turn off'),
    hasSecondFactor: true,
    empty: OWN_PASSWORD,
    wrong: {},
  },
];
