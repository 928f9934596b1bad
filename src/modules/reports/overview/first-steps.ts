import { z } from 'zod';
import { missingSellerDetails, SELLER_NEEDS } from '../../../domain/invoices/seller-needs.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { findPreferences } from '../../preferences/store.ts';
import { readFirstSteps } from './first-steps-store.ts';

/** An account that has issued this many invoices has found its way. */
const EXPERIENCED = 5;

const STEPS = [...SELLER_NEEDS, 'logo', 'customer', 'invoice'] as const;
/** The steps that anybody may take; the others are settings, which only an owner may change. */
const MEMBER_STEPS: readonly string[] = ['customer', 'invoice'];

export const getFirstSteps = defineRead({
  name: 'get-first-steps',
  summary: 'Lists what a new company has to set up before its first invoice.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    is_open: out.flag('Whether the person should still see the list'),
    is_new: out.flag('Whether nothing has been issued yet'),
    steps: z.array(
      z.object({ step: z.enum(STEPS).describe('What to set up'), is_done: out.flag('Whether it is done') }),
    ),
  }),
  async run({ db, account, caller }) {
    if (!caller.person) return fail('person_not_found');
    const [records, preferences] = await Promise.all([
      readFirstSteps(db, account.id),
      findPreferences(db, account.id, caller.person.id),
    ]);
    const { vatNo: vat_no, address, zip, city, bankAccount: bank_account } = account;
    const seller = { vat_no, address, zip, city, bank_account };
    const missing = missingSellerDetails(seller, { hasVat: true, isPaidByTransfer: true });
    const isDone: Record<(typeof STEPS)[number], boolean> = {
      vat_no: !missing.includes('vat_no'),
      address: !missing.includes('address'),
      bank_account: !missing.includes('bank_account'),
      logo: records.has_logo,
      customer: records.has_customer,
      invoice: records.invoices > 0,
    };
    const isOwner = caller.person.role === 'owner';
    const steps = STEPS.filter((step) => isOwner || MEMBER_STEPS.includes(step)).map((step) => ({
      step,
      is_done: isDone[step],
    }));
    const hasOpenStep = steps.some(({ is_done }) => !is_done) && records.invoices < EXPERIENCED;
    return {
      is_open: hasOpenStep && !preferences.first_steps_hidden,
      is_new: records.invoices === 0,
      steps,
    };
  },
});
