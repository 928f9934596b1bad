import { isPlainName, isPlainText } from '../../../domain/strings/plain-text.ts';
import { isEmailAddress } from '../../../domain/values/email.ts';
import { checkKennitala, normalizeKennitala } from '../../../domain/values/kennitala.ts';
import { type Failure, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { toFailures } from '../../../kernel/fields/field-failures.ts';
import type { Policy } from '../../../kernel/operations/context.ts';
import { purchaseInput } from '../schema.ts';
import type { SaleRow } from '../store.ts';

/** The most that one form can buy, so that a single order cannot take all the seats of a hall. */
export const MAX_PER_FORM = 20;

export const MAX_VISITOR_NAME = 100;
/** What a visitor types into these stands on the invoice and its page, under the seller's name. */
const PRINTED_TEXTS = ['phone_number', 'address', 'zip', 'city'] as const;

type SaleQuestions = Pick<SaleRow, 'type' | 'amount' | 'fields' | 'requires'>;
type FormValues = Readonly<Record<string, unknown>>;

export function kennitalaViolation(policy: Pick<Policy, 'kennitala'>, value: string): Failure | null {
  const kennitala = normalizeKennitala(value);
  if (kennitala === '' || checkKennitala(kennitala, policy.kennitala)) return null;
  return failure('field_invalid', 'kennitala', violation('kennitala'));
}

/** Fields and questions that the sale requires and the buyer left empty. */
export function missingFields(sale: Pick<SaleQuestions, 'fields' | 'requires'>, form: FormValues): Failure[] {
  const required = sale.requires.flatMap((name) =>
    name === 'address' ? ['address', 'zip', 'city'] : [name],
  );
  const answers = new Map(
    Object.entries((form.fields ?? {}) as FormValues).map(([label, value]) => [label.trim(), toText(value)]),
  );
  return [
    ...required.filter((name) => toText(form[name]) === ''),
    ...sale.fields
      .filter(({ label, required: isRequired }) => isRequired && !answers.get(label))
      .map(({ label }) => `fields.${label}`),
  ].map((name) => failure('field_required', name));
}

/** Texts of a visitor that would make the invoice a carrier of somebody else's message. */
export function unsafeTexts(form: FormValues): Failure[] {
  const name = toText(form.name);
  return [
    ...(name.length > MAX_VISITOR_NAME
      ? [failure('field_invalid', 'name', violation('long', MAX_VISITOR_NAME))]
      : []),
    ...(isPlainName(name) ? [] : [failure('field_invalid', 'name', violation('plain'))]),
    ...PRINTED_TEXTS.filter((field) => !isPlainText(toText(form[field]))).map((field) =>
      failure('field_invalid', field, violation('plain')),
    ),
  ];
}

/** Everything that is wrong with a filled-in form, one refusal per field; `buyAsVisitor` stops at the first. */
export function purchaseViolations(
  policy: Pick<Policy, 'kennitala'>,
  sale: SaleQuestions,
  form: FormValues,
): Failure[] {
  const parsed = purchaseInput.safeParse(form);
  const refusals = parsed.success ? [] : toFailures(parsed.error);
  const email = toText(form.email);
  if (email !== '' && !isEmailAddress(email))
    refusals.push(failure('field_invalid', 'email', violation('email')));
  const kennitala = kennitalaViolation(policy, toText(form.kennitala));
  if (kennitala) refusals.push(kennitala);
  if (Number(form.qty ?? 1) > MAX_PER_FORM)
    refusals.push(failure('field_invalid', 'qty', violation('whole_between', 1, MAX_PER_FORM)));
  if (sale.type === 'DONA' && toText(form.amount) === '') refusals.push(failure('field_required', 'amount'));
  const all = [...refusals, ...unsafeTexts(form), ...missingFields(sale, form)];
  return all.filter(({ details: [name] }, n) => all.findIndex(({ details }) => details[0] === name) === n);
}

function toText(value: unknown): string {
  return typeof value === 'string'
    ? value.trim()
    : value === undefined || value === null
      ? ''
      : String(value);
}
