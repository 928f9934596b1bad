import { z } from 'zod';
import { paymentOfCost } from '../../domain/costs/payable.ts';
import { transferCsv } from '../../domain/costs/transfer-csv.ts';
import { planTransfer, type Transfer } from '../../domain/costs/transfers.ts';
import { exportName } from '../../domain/strings/export-name.ts';
import { ibanOf } from '../../domain/values/iban.ts';
import { decimal, fixed2, sum, toWire } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { paymentOrderXml } from '../../rendering/payment-order.ts';
import { type ChosenCostRow, lockChosenCosts, setExportedCte } from '../costs/transfer-store.ts';
import { type LockedBankAccount, lockBankAccount } from './account-store.ts';
import {
  type ExportedPayables,
  exportedPayables,
  type PayablesInput,
  payablesInput,
} from './payables-schema.ts';
import { payablesAnswer, selectPayables } from './payables-store.ts';

export const exportPayables = defineWrite({
  name: 'export-payables',
  summary: 'Exports unpaid costs that you name as a file of transfers for the bank: ISO 20022 or CSV.',
  description:
    'Each transfer pays what remains of a cost, to the account of the cost or of the last cost of the supplier. A cost is in one file only, unless `again` is sent. `costs` has the result of each; a dry run shows it before. The bank pays when somebody confirms the file there, and the cost is paid when the line of the bank is booked.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: payablesInput,
  output: z.object({ export: exportedPayables }),
  refusals: ['bank_account_not_found', 'cost_not_found', 'field_invalid'],
  async run(ctx, input) {
    const { account, today, now } = ctx;
    const { bank_account_guid, pay_on, format = 'pain.001' } = input;
    if (input.cost_guids.length === 0) fail('field_required', 'cost_guids');
    if (pay_on && pay_on < today) fail('field_invalid', 'pay_on', violation('after', today));
    const payer =
      (await lockBankAccount(ctx.tx, account.id, bank_account_guid)) ?? fail('bank_account_not_found');
    const chosen = await readChosen(ctx, input);
    const transfers = chosen.flatMap(({ transfer }) => transfer ?? []);
    const text = format === 'csv' ? transferCsv(transfers) : writeOrder(ctx, payer, transfers);
    const exported: ExportedPayables = {
      file_name: `${exportName(account.name, 'greiðslur', today)}.${format === 'csv' ? 'csv' : 'xml'}`,
      format,
      count: transfers.length,
      totals: totalsOf(transfers),
      costs: chosen.map(({ answer }) => answer),
      file: transfers.length === 0 ? null : Buffer.from(text).toString('base64'),
    };
    const marks = chosen.flatMap(({ id, transfer }) =>
      transfer ? [{ id, exported_amount: fixed2(transfer.amount) }] : [],
    );
    return ctx.finish({
      target: bank_account_guid,
      row: payablesAnswer,
      ...(marks.length > 0 && { ctes: setExportedCte(account.id, marks, now) }),
      result: selectPayables(exported),
    });
  },
});

type Answer = ExportedPayables['costs'][number];

/** The result for each cost, in the order in which they were chosen. */
async function readChosen(
  { tx, account, today }: WriteContext,
  { cost_guids, pay_on, again }: PayablesInput,
) {
  const rows = await lockChosenCosts(tx, account.id, cost_guids);
  return [...new Set(cost_guids)].map((guid) => {
    const cost = rows.find((one) => one.guid === guid) ?? fail('cost_not_found');
    const payee = payeeOf(cost);
    const { remaining } = paymentOfCost(cost);
    const planned = planTransfer(
      {
        ...cost,
        isApproved: cost.is_approved,
        remaining,
        dueOn: cost.due_on,
        payee,
        isExported: cost.exported_at !== null,
      },
      { today, payOn: pay_on, isAgain: again ?? false },
    );
    const transfer = 'transfer' in planned ? planned.transfer : null;
    const answer: Answer = {
      guid,
      supplier_name: cost.supplier_name,
      amount: toWire(transfer?.amount ?? remaining),
      currency: cost.currency,
      pay_on: transfer?.payOn ?? null,
      payee_account: payee.account_no,
      payee_iban: transfer?.iban ?? payee.iban,
      account_changed: isChanged(cost),
      exported_at: cost.exported_at,
      left_out: 'leftOut' in planned ? planned.leftOut : '',
    };
    return { id: cost.id, transfer, answer };
  });
}

const hasPayee = ({ payee_account, payee_iban }: ChosenCostRow) => payee_account !== '' || payee_iban !== '';

function payeeOf(cost: ChosenCostRow) {
  const { payee_account, payee_iban, last_account, last_iban } = cost;
  return hasPayee(cost)
    ? { account_no: payee_account, iban: payee_iban }
    : { account_no: last_account, iban: last_iban };
}

/** The cost asks for another account than the last one: a usual sign of a forged invoice. */
function isChanged(cost: ChosenCostRow): boolean {
  const before = cost.last_account || cost.last_iban;
  return hasPayee(cost) && before !== '' && before !== (cost.payee_account || cost.payee_iban);
}

function writeOrder(ctx: WriteContext, account: LockedBankAccount, transfers: readonly Transfer[]): string {
  if (transfers.length === 0) return '';
  const { name, registrationNo: kennitala } = ctx.account;
  const iban = account.iban || ibanOf(account.account_no, kennitala);
  if (iban === '') fail('field_invalid', 'bank_account_guid', violation('account_without_iban'));
  return paymentOrderXml({
    guid: ctx.newGuid(),
    createdAt: ctx.now,
    payer: { name, kennitala },
    account: { ...account, iban },
    transfers,
  });
}

function totalsOf(transfers: readonly Transfer[]): ExportedPayables['totals'] {
  const currencies = [...new Set(transfers.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    currency: currency as ExportedPayables['totals'][number]['currency'],
    amount: toWire(
      sum(transfers.filter((one) => one.currency === currency).map(({ amount }) => decimal(amount))),
    ),
  }));
}
