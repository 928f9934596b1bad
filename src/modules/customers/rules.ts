import {
  formatAddress,
  isMeantAsForeignAddress,
  parseForeignAddress,
} from '../../domain/invoices/einvoice-address.ts';
import { isWrongVatNumber } from '../../domain/invoices/foreign-buyer.ts';
import { isEmailAddress } from '../../domain/values/email.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { hasSubscription } from '../../kernel/access/account.ts';
import { collectFailures } from '../../kernel/failures/collect-failures.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { defaultDays, settingsOf } from '../accounts/settings.ts';
import type { CustomerPatch } from './schema.ts';
import type { CustomerFields } from './store.ts';

const NEW_CUSTOMER: Omit<CustomerFields, 'name' | 'lang' | 'due_days' | 'settlement_days'> = {
  customer_number: '',
  output_select: '3',
  address: '',
  zip: '',
  city: '',
  registration_no: '',
  email: '',
  term: '',
  photo: '',
  trading_partner_id: '',
  phone_number: '',
  vat: '',
  currency: 'ISK',
  tax_exempt: false,
  is_claim: false,
  is_discount: false,
  active: true,
};

type Context = Pick<ReadContext | WriteContext, 'account' | 'policy'>;

/** `at` is the path of the customer in the request, as a prefix of field names in failures: `customer.`. */
export function newCustomer(ctx: Context, input: CustomerPatch & { name: string }, at = ''): CustomerFields {
  const settings = settingsOf(ctx.account);
  const { due: due_days, settlement: settlement_days } = defaultDays(settings);
  const defaults = { lang: settings.customer_lang ?? 'is', due_days, settlement_days };
  return changeCustomer(ctx, { ...NEW_CUSTOMER, ...defaults, name: input.name }, input, at);
}

/** The customer after the change. The refusal names every field that is not valid, the first one foremost. */
export function changeCustomer(
  ctx: Context,
  before: CustomerFields,
  patch: CustomerPatch,
  at = '',
): CustomerFields {
  const { due_date: dueDays, settlement_date: _days, final_date: _alias, kennitala: _, ...same } = patch;
  const defined = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
  const after: CustomerFields = { ...before, ...defined };
  const days = changeDays({ due: before.due_days, settlement: before.settlement_days }, patch);
  after.due_days = days.due;
  after.settlement_days = days.settlement;
  const name = patch.registration_no || !patch.kennitala ? 'registration_no' : 'kennitala';
  collectFailures([
    () => {
      const kennitala = kennitalaIn(patch) ?? before.registration_no;
      after.registration_no = checkedKennitala(ctx, `${at}${name}`, kennitala);
    },
    () => {
      const partner = after.trading_partner_id;
      after.trading_partner_id = checkTradingPartner(ctx, `${at}trading_partner_id`, partner);
    },
    () => {
      if (patch.vat) checkVat(`${at}vat`, patch.vat);
    },
    ...checksOf(ctx, after, at),
  ]);
  return after;
}

interface PaymentDays {
  due: number;
  settlement: number;
}

/** The payment terms after a change. The days that are not sent give way to the ones that are. */
export function changeDays(
  before: PaymentDays,
  { due_date, settlement_date, final_date }: CustomerPatch,
): PaymentDays {
  const settlement = settlement_date ?? final_date;
  const due = due_date ?? Math.min(before.due, settlement ?? before.due);
  return { due, settlement: settlement ?? Math.max(before.settlement, due) };
}

/** The kennitala in the request, which has two names for it; undefined when it has neither. */
export function kennitalaIn({ registration_no, kennitala }: CustomerPatch): string | undefined {
  return registration_no || (kennitala ?? registration_no);
}

/** The details of a customer that a document keeps a copy of. */
const DETAILS = [
  'name',
  'customer_number',
  'output_select',
  'address',
  'zip',
  'city',
  'email',
  'phone_number',
  'vat',
  'lang',
] as const;
export type SentDetails = Partial<
  Pick<CustomerFields, (typeof DETAILS)[number] | 'registration_no' | 'trading_partner_id'>
>;

/**
 * The details that were sent with a document, checked as those of a profile. An empty text counts as not sent: programs
 * send it for fields that they do not know.
 */
export function sentDetails(ctx: Context, sent: CustomerPatch, at: string): SentDetails {
  const details: SentDetails = Object.fromEntries(
    DETAILS.flatMap((field) => (sent[field] ? [[field, sent[field]]] : [])),
  );
  if (details.email && !isEmailAddress(details.email))
    fail('field_invalid', `${at}email`, violation('email'));
  const kennitala = kennitalaIn(sent);
  if (kennitala)
    details.registration_no = checkedKennitala(
      ctx,
      `${at}${sent.registration_no ? 'registration_no' : 'kennitala'}`,
      kennitala,
    );
  if (sent.trading_partner_id)
    details.trading_partner_id = checkTradingPartner(ctx, `${at}trading_partner_id`, sent.trading_partner_id);
  if (details.vat) checkVat(`${at}vat`, details.vat);
  return details;
}

/** The receiver of e-invoices: a bare kennitala, or the address of a company abroad with its scheme. */
function checkTradingPartner(ctx: Pick<Context, 'policy'>, field: string, input: string): string {
  const abroad = parseForeignAddress(input);
  if (abroad) return formatAddress(abroad);
  if (isMeantAsForeignAddress(input)) fail('field_invalid', field, violation('partner_address'));
  return checkedKennitala(ctx, field, input);
}

function checkVat(field: string, vat: string): void {
  if (isWrongVatNumber(vat)) fail('field_invalid', field, violation('vat_number'));
}

function checkedKennitala(ctx: Pick<Context, 'policy'>, field: string, input: string): string {
  if (input === '') return '';
  const kennitala = normalizeKennitala(input);
  if (checkKennitala(kennitala, ctx.policy.kennitala)) return kennitala;
  return fail('field_invalid', field, violation(input.includes(':') ? 'kennitala_bare' : 'kennitala'));
}

function checksOf(ctx: Context, customer: CustomerFields, at: string): (() => void)[] {
  const { name, email, output_select: delivery } = customer;
  return [
    () => {
      if (name === '') fail('field_required', `${at}name`);
    },
    () => {
      if (delivery !== '4' && email === '') fail('field_required', `${at}email`);
      if (email !== '' && !isEmailAddress(email)) fail('field_invalid', `${at}email`, violation('email'));
    },
    () => {
      if (delivery === '2' && customer.trading_partner_id === '')
        fail('field_required', `${at}trading_partner_id`);
    },
    () => {
      if (customer.settlement_days < customer.due_days)
        fail('field_invalid', `${at}settlement_date`, violation('settlement_days'));
    },
    () => {
      if (customer.photo !== '' && !isImage(customer.photo))
        fail('field_invalid', `${at}photo`, violation('photo'));
    },
    () => {
      if (customer.is_claim && !hasSubscription(ctx.account, 'claim'))
        fail('subscription_required', `${at}is_claim`, 'claim');
    },
    () => {
      if (customer.is_discount && !hasSubscription(ctx.account, 'discount'))
        fail('subscription_required', `${at}is_discount`, 'discount');
    },
  ];
}

/** Checks the magic bytes of JPEG, PNG and GIF in their base64 form. */
function isImage(base64: string): boolean {
  return /^(\/9j\/|iVBORw0KGgo|R0lGOD)[A-Za-z0-9+/\s]*={0,2}$/.test(base64);
}
