import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  claimAccount,
  claimIdOf,
  differenceNote,
  overpaymentNote,
  underpaymentNote,
} from '../../src/domain/invoices/claims.ts';

describe('claimAccount', () => {
  const rows: [bankAccount: string, number: string, account: string][] = [
    ['010126123456', '1', '010166000001'],
    ['010126123456', '999999', '010166999999'],
    ['010126123456', '1000000', '010166000000'],
    ['010126123456', '12345678', '010166345678'],
    ['', '7', '000066000007'],
  ];
  for (const [bankAccount, number, account] of rows) {
    test(`is ${account} for invoice ${number} and bank account "${bankAccount}"`, () => {
      assert.equal(claimAccount(bankAccount, number), account);
    });
  }
});

test('claimIdOf joins claimant, account and due date', () => {
  const key = { claimantId: '5501234520', account: '010166000001', dueDate: '2026-03-16' };
  assert.equal(claimIdOf(key), '5501234520010166000001+20260316');
});

describe('overpaymentNote', () => {
  const rows: [
    what: string,
    isSettled: boolean,
    remaining: string,
    principal: string,
    credit: string | null,
  ][] = [
    ['what was owed', false, '1240.00', '1240.00', null],
    ['less than was owed', false, '1240.00', '1000.00', null],
    ['what was owed before a note', false, '620.00', '1240.00', '620.00'],
    ['a cent too much', false, '0.10', '0.11', '0.01'],
    ['anything, though it was settled', true, '0.00', '1240.00', '1240.00'],
    ['anything, though it was paid in another way', true, '1240.00', '1240.00', '1240.00'],
  ];
  for (const [what, isSettled, remaining, principal, credit] of rows) {
    test(`names ${credit ?? 'nothing'} after ${what}`, () => {
      const payment = { paidOn: '2026-03-03', principal };
      const note = overpaymentNote({ isSettled, remaining }, payment);
      assert.equal(/(\S+) of it is credit of the customer now/.exec(note)?.[1] ?? null, credit);
      assert.equal(note === '', credit === null);
    });
  }
});

test('names an overpayment without a credit note too', () => {
  const payment = { paidOn: '2026-03-03', principal: '1300.00' };
  assert.equal(
    overpaymentNote({ isSettled: false, remaining: '1240.00', loweredBy: null }, payment),
    'The claim was paid at the bank on 2026-03-03 for more than the invoice is; 60.00 of it is credit of the customer now: refund it, or apply it to another invoice',
  );
});

describe('differenceNote', () => {
  const rows: [asked: string, remaining: string, advice: RegExp, currency?: string][] = [
    ['53.95', '53.95', /^$/, 'EUR'],
    ['53.95', '53.94', / it asks for 53\.95, and 53\.94 is left of the invoice; cancel it /, 'EUR'],
    ['620', '620.00', /^$/],
    ['664.33', '664', /^$/],
    [
      '1000.00',
      '700',
      / it asks for 1000\.00, and 700\.00 is left of the invoice; cancel it at the bank, or refund /,
    ],
    ['700', '1000', / it asks for 700\.00, and 1000\.00 is left of the invoice; ask for the rest otherwise$/],
    ['240', '0', / it asks for 240\.00, and 0\.00 is left /],
  ];
  for (const [asked, remaining, advice, currency = 'ISK'] of rows) {
    test(`of a claim for ${asked} ${currency} where ${remaining} is left`, () => {
      assert.match(differenceNote(asked, remaining, currency), advice);
    });
  }
});

describe('underpaymentNote', () => {
  const rows: [what: string, isSettled: boolean, principal: string, missing: string | null][] = [
    ['what was owed', false, '1240.00', null],
    ['more than was owed', false, '1240.01', null],
    ['less than was owed', false, '1000.00', '240.00'],
    ['less, for what was settled otherwise', true, '1000.00', null],
  ];
  for (const [what, isSettled, principal, missing] of rows) {
    test(`asks for ${missing ?? 'nothing'} after ${what}`, () => {
      const payment = { paidOn: '2026-03-03', principal, transactionAmount: principal };
      const note = underpaymentNote({ isSettled, remaining: '1240.00' }, payment);
      assert.equal(/ for (\S+) less than was owed: /.exec(note)?.[1] ?? null, missing);
      assert.equal(note === '', missing === null);
    });
  }
});
