import { z } from 'zod';
import { type BankAccountNumber, readAccountNumber } from '../../domain/bank/account-number.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import { toWire } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operations/operation.ts';
import {
  accountAnswer,
  findByNumber,
  insertAccountCte,
  type ListedBankAccount,
  listBankAccounts,
  lockBankAccount,
  selectAccount,
  updateAccountCte,
} from './account-store.ts';
import { dropConsentCte, findSoleConsent, toConsent } from './consent-store.ts';
import {
  type BankAccount,
  bankAccount,
  bankAccountChanges,
  type NewBankAccount,
  newBankAccount,
} from './schema.ts';

const output = z.object({ bank_account: bankAccount });

export const createBankAccount = defineWrite({
  name: 'create-bank-account',
  summary: 'Adds a bank account, whose transactions are imported from files or fetched from the bank.',
  description:
    'Send its twelve digits or its IBAN. Statements are then imported with import-bank-statement; with `connection` bank transactions are also fetched automatically. With `auto_book` proposals of score 1 are booked automatically.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: newBankAccount,
  output,
  refusals: ['bank_account_exists'],
  async run(ctx, input) {
    const number = numberOf(input);
    const known = await findByNumber(ctx.tx, ctx.account.id, number);
    if (known) fail('bank_account_exists', known.name);
    const { name, currency = 'ISK', auto_book = false, connection = 'file' } = input;
    const target = ctx.newGuid();
    const record = { guid: target, name, ...number, currency, auto_book, connection };
    const account: BankAccount = {
      ...record,
      fetched_at: null,
      fetch_problem: '',
      consent: 'none',
      consent_to: null,
      balance: null,
      balance_on: null,
      lines_open: 0,
      missing: [],
    };
    return ctx.finish({
      target,
      row: accountAnswer,
      ctes: insertAccountCte({ account_id: ctx.account.id, ...record, created_at: ctx.now }),
      result: selectAccount(account),
    });
  },
});

function numberOf({ account_no = '', iban = '' }: NewBankAccount): BankAccountNumber {
  if (account_no === '' && iban === '') fail('field_required', 'account_no (or iban)');
  const read = readAccountNumber({ account_no, iban });
  return 'violation' in read ? fail('field_invalid', read.field, violation(read.violation)) : read;
}

export const updateBankAccount = defineWrite({
  name: 'update-bank-account',
  summary: 'Changes the name of a bank account, or how its transactions arrive and are booked.',
  description:
    'Send only what changes. Its number and currency cannot be changed, because its transactions belong to them.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: object({ guid: guid('The bank account'), data: bankAccountChanges }),
  output,
  refusals: ['bank_account_not_found'],
  async run(ctx, { guid: target, data }) {
    const { tx, account } = ctx;
    const locked = (await lockBankAccount(tx, account.id, target)) ?? fail('bank_account_not_found');
    const [listed] = await listBankAccounts(tx, account.id, target);
    if (!listed) throw new Error('The bank account is locked, so it is there');
    const { name = locked.name, auto_book = locked.auto_book, connection = locked.connection } = data;
    const changes = { name: name || locked.name, auto_book, connection };
    const isDisconnected = connection === 'file' && locked.connection === 'bank';
    const revoked = isDisconnected ? await findSoleConsent(tx, account.id, locked.id) : null;
    if (revoked !== null) ctx.enqueue('revoke-bank-consent', { consent_id: revoked });
    if (auto_book && !locked.auto_book) ctx.enqueue('book-bank-lines', { bank_account_guid: target });
    return ctx.finish({
      target,
      row: accountAnswer,
      ctes: joinCtes(
        updateAccountCte(account.id, locked.id, changes),
        ...(isDisconnected ? [dropConsentCte(account.id, locked.id)] : []),
      ),
      result: selectAccount({
        ...toBankAccount(listed, ctx.today),
        ...changes,
        ...(isDisconnected && { consent: 'none' as const, consent_to: null }),
      }),
    });
  },
});

export const getBankAccounts = defineRead({
  name: 'get-bank-accounts',
  summary: 'Lists the bank accounts of the company, with their balance and how many lines wait to be booked.',
  description: 'import-bank-statement and the filter of get-bank-lines take the guid of an account.',
  access: { scope: 'payment' },
  input: object({}),
  output: z.array(bankAccount),
  async run({ db, account, today }) {
    const accounts = await listBankAccounts(db, account.id);
    return accounts.map((listed) => toBankAccount(listed, today));
  },
});

function toBankAccount(listed: ListedBankAccount, today: PlainDate): BankAccount {
  const { id: _, balance, consent_state, consent_to, gaps: missing, ...row } = listed;
  const consent = toConsent(today, { consent_state, consent_to });
  return { ...row, ...consent, balance: balance === null ? null : toWire(balance), missing };
}
