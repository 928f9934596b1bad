import type { Tree } from '../../rendering/tree.ts';
import { atMostOne, figure, has, type Rules, text } from './rule.ts';

const MEANS = ['9', '10', '30', '42', '48'];
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/;
const BIC = /^[A-Z]{4}[A-Z]{2}[0-9A-Z]{2}([0-9A-Z]{3})?$/;

const finalDates = (root: Tree) =>
  root.all('AdditionalDocumentReference').filter((one) => text(one, 'DocumentDescription') === 'EINDAGI');
const paidBy = (root: Tree, code: string) =>
  root.all('PaymentMeans').filter((one) => text(one, 'PaymentMeansCode') === code);
const hasAccount = (means: Tree) => text(means, 'PayeeFinancialAccount/ID').length === 12;

/** How and when it is to be paid, and what Iceland asks of that. */
export const PAYMENT_RULES: Rules = {
  'BR-49': (root) => root.all('PaymentMeans').every((one) => text(one, 'PaymentMeansCode') !== ''),
  'BR-CL-16': (root) =>
    root.all('PaymentMeans/PaymentMeansCode').every((code) => code.text === '' || MEANS.includes(code.text)),
  'BR-CO-25': (root) => {
    const isOwed = figure(text(root, 'LegalMonetaryTotal/PayableAmount')).n > 0n;
    return !isOwed || has(root, 'DueDate') || has(root, 'PaymentTerms/Note');
  },
  'BR-61': (root) => paidBy(root, '30').every((one) => has(one, 'PayeeFinancialAccount/ID')),
  'code 30 is an IBAN': (root) =>
    paidBy(root, '30').every((one) => IBAN.test(text(one, 'PayeeFinancialAccount/ID'))),
  'a branch is a BIC': (root) =>
    root
      .all('PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID')
      .every((bic) => BIC.test(bic.text)),
  'IS-R-006': (root) => paidBy(root, '9').every(hasAccount),
  'IS-R-007': (root) => paidBy(root, '42').every(hasAccount),
  'IS-R-008': (root) => finalDates(root).every((one) => /^\d{4}-\d\d-\d\d$/.test(text(one, 'ID'))),
  'IS-R-009': (root) => finalDates(root).length === 0 || has(root, 'DueDate'),
  'IS-R-010': (root) => finalDates(root).every((one) => text(root, 'DueDate') <= text(one, 'ID')),
  'UBL-SR-05': (root) => atMostOne(root, 'PaymentTerms/Note'),
  'UBL-SR-26': (root) => root.all('PaymentMeans').every((one) => atMostOne(one, 'PaymentID')),
  'UBL-SR-47': (root) =>
    new Set(root.all('PaymentMeans/PaymentMeansCode').map((code) => code.text)).size <= 1,
  'TS-236 claims are in ledger 66': (root) =>
    paidBy(root, '9').every((one) => text(one, 'PayeeFinancialAccount/ID').slice(4, 6) === '66'),
  'TS-236 an invoice has its eindagi': (root) =>
    finalDates(root).length === (root.name === 'Invoice' ? 1 : 0),
  'a credit note names its invoice': (root) =>
    root.name === 'Invoice' || has(root, 'BillingReference/InvoiceDocumentReference/ID'),
};
