import { isEmailAddress } from '../../domain/email.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/kennitala.ts';
import type { Policy } from '../../kernel/context.ts';
import { type Failure, failure } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { toFailures } from '../../kernel/fields/input-fields.ts';
import { purchaseInput } from './schema.ts';
import type { SaleRow } from './store.ts';

/** A stranger gets so many at once: whoever wants more comes again, and nobody empties a hall by one form. */
export const MOST_AT_ONCE = 20;

type Asking = Pick<SaleRow, 'type' | 'amount' | 'fields' | 'requires'>;
type Told = Readonly<Record<string, unknown>>;

export function kennitalaViolation(rules: Pick<Policy, 'kennitala'>, given: string): Failure | null {
  const kennitala = normalizeKennitala(given);
  if (kennitala === '' || checkKennitala(kennitala, rules.kennitala)) return null;
  return failure('field_invalid', 'kennitala', violation('kennitala'));
}

/** What the sale insists on and the buyer has not told. */
export function missingFrom(sale: Pick<Asking, 'fields' | 'requires'>, told: Told): Failure[] {
  const required = sale.requires.flatMap((one) => (one === 'address' ? ['address', 'zip', 'city'] : [one]));
  const answers = Object.entries((told.fields ?? {}) as Told).map(([label, value]) => [label.trim(), value]);
  const answered = new Map(answers.map(([label, value]) => [label, textOf(value)]));
  return [
    ...required.filter((name) => textOf(told[name]) === ''),
    ...sale.fields
      .filter(({ label, required: needed }) => needed && !answered.get(label))
      .map(({ label }) => `fields.${label}`),
  ].map((name) => failure('field_required', name));
}

/** All that is wrong with what a buyer has told, so that a form can say it at once; `buyProduct` stops at the first. */
export function purchaseViolations(rules: Pick<Policy, 'kennitala'>, sale: Asking, told: Told): Failure[] {
  const parsed = purchaseInput.safeParse(told);
  const found = parsed.success ? [] : toFailures(parsed.error);
  const email = textOf(told.email);
  if (email !== '' && !isEmailAddress(email))
    found.push(failure('field_invalid', 'email', violation('email')));
  const kennitala = kennitalaViolation(rules, textOf(told.kennitala));
  if (kennitala) found.push(kennitala);
  if (Number(told.qty ?? 1) > MOST_AT_ONCE)
    found.push(failure('field_invalid', 'qty', violation('whole_between', 1, MOST_AT_ONCE)));
  if (sale.type === 'DONA' && textOf(told.amount) === '') found.push(failure('field_required', 'amount'));
  const all = [...found, ...missingFrom(sale, told)];
  return all.filter(({ details: [name] }, n) => all.findIndex(({ details }) => details[0] === name) === n);
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value.trim()
    : value === undefined || value === null
      ? ''
      : String(value);
}
