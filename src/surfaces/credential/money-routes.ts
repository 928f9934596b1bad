import { createBankAccount, getBankAccounts, updateBankAccount } from '../../modules/bank/bank-accounts.ts';
import { bookBankLine } from '../../modules/bank/book-bank-line.ts';
import { exportPayables } from '../../modules/bank/export-payables.ts';
import { ignoreBankLine, restoreBankLine } from '../../modules/bank/ignore-bank-line.ts';
import { importBankStatement } from '../../modules/bank/import-bank-statement.ts';
import { getBankLine, getBankLines } from '../../modules/bank/read.ts';
import { unbookBankLine } from '../../modules/bank/unbook-bank-line.ts';
import { getPaymentReceipt } from '../../modules/deliveries/read.ts';
import { sendPaymentReceipt } from '../../modules/deliveries/receipts/send-payment-receipt.ts';
import { allocatePayment } from '../../modules/payments/allocate-payment.ts';
import { applyCredit } from '../../modules/payments/apply-credit.ts';
import { getCountPayments, getPayment, getPayments } from '../../modules/payments/read.ts';
import { recordPayment } from '../../modules/payments/record-payment.ts';
import { reversePayment } from '../../modules/payments/reverse-payment.ts';
import { updatePayment } from '../../modules/payments/update-payment.ts';
import { type Route, route, section } from './route.ts';
import {
  data,
  fields,
  fieldsOrData,
  guidAndData,
  guidAndOptionalData,
  guidAndRequiredData,
  messageOnly,
  result,
  resultBankAccount,
  resultBankLine,
  resultExport,
  resultInvoice,
  resultPayment,
  resultStatement,
  rows,
} from './wire.ts';

/** Payments, and the transactions of the bank. */
export const moneyRoutes: readonly Route[] = [
  ...section('Payments', [
    route('record-payment', recordPayment, data, resultPayment),
    route('allocate-payment', allocatePayment, guidAndRequiredData, resultPayment),
    route('apply-credit', applyCredit, data, resultInvoice),
    route('reverse-payment', reversePayment, guidAndRequiredData, resultPayment),
    route('update-payment', updatePayment, guidAndData, resultPayment),
    route('get-payments', getPayments, fields, rows),
    route('get-count-payments', getCountPayments, fields, result),
    route('get-payment', getPayment, fields, result),
    route('get-payment-receipt', getPaymentReceipt, fields, result),
    route('send-payment-receipt', sendPaymentReceipt, fields, messageOnly('The receipt is on its way')),
  ]),

  ...section('Bank', [
    route('create-bank-account', createBankAccount, data, resultBankAccount),
    route('update-bank-account', updateBankAccount, guidAndData, resultBankAccount),
    route('get-bank-accounts', getBankAccounts, fields, result),
    route('import-bank-statement', importBankStatement, fieldsOrData, resultStatement),
    route('get-bank-lines', getBankLines, fields, rows),
    route('get-bank-line', getBankLine, fields, result),
    route('book-bank-line', bookBankLine, guidAndData, resultBankLine),
    route('unbook-bank-line', unbookBankLine, guidAndData, resultBankLine),
    route('ignore-bank-line', ignoreBankLine, guidAndData, resultBankLine),
    route('restore-bank-line', restoreBankLine, guidAndOptionalData, resultBankLine),
    route('export-payables', exportPayables, data, resultExport),
  ]),
];
