import { fraction, multiply, subtract, total } from '../../domain/fractions.ts';
import type { Tree } from '../../rendering/tree.ts';
import {
  atMostOne,
  figure,
  has,
  lineAllowances,
  linesIn,
  type Rules,
  sumOf,
  text,
  wholeAllowances,
  within,
} from './rule.ts';

/** Units of measure in the list that the network uses, as far as we sell by them. */
const UNITS = ['C62', 'HUR', 'DAY', 'MIN', 'KGM', 'MTR', 'LTR', 'MTK', 'MTQ', 'TNE', 'KWH', 'KMT'];
const HUNDREDTH = fraction('0.01');

const everyLine = (test: (line: Tree) => boolean) => (root: Tree) => linesIn(root).every(test);
const quantity = (line: Tree) =>
  line.all(line.name === 'InvoiceLine' ? 'InvoicedQuantity' : 'CreditedQuantity')[0];
const allAllowances = (root: Tree) => [root, ...linesIn(root)].flatMap((tree) => tree.all('AllowanceCharge'));
const isReasoned = (one: Tree) => has(one, 'AllowanceChargeReason') || has(one, 'AllowanceChargeReasonCode');
const hasAmount = (one: Tree) => has(one, 'Amount');

/** What is asked of each line, and of discounts and charges wherever they stand. */
export const LINE_RULES: Rules = {
  'BR-21': everyLine((line) => text(line, 'ID') !== ''),
  'BR-22': everyLine((line) => quantity(line) !== undefined),
  'BR-23': everyLine((line) => (quantity(line)?.attributes.unitCode ?? '') !== ''),
  'BR-24': everyLine((line) => has(line, 'LineExtensionAmount')),
  'BR-25': everyLine((line) => text(line, 'Item/Name') !== ''),
  'BR-26': everyLine((line) => has(line, 'Price/PriceAmount')),
  'BR-27': everyLine((line) => !text(line, 'Price/PriceAmount').startsWith('-')),
  'BR-31': (root) => wholeAllowances(root, false).every(hasAmount),
  'BR-33': (root) => wholeAllowances(root, false).every(isReasoned),
  'BR-36': (root) => wholeAllowances(root, true).every(hasAmount),
  'BR-38': (root) => wholeAllowances(root, true).every(isReasoned),
  'BR-41': (root) => lineAllowances(root, false).every(hasAmount),
  'BR-42': (root) => lineAllowances(root, false).every(isReasoned),
  'BR-43': (root) => lineAllowances(root, true).every(hasAmount),
  'BR-44': (root) => lineAllowances(root, true).every(isReasoned),
  'BR-CL-19': (root) =>
    [...wholeAllowances(root, false), ...lineAllowances(root, false)].every((one) =>
      ['', '95'].includes(text(one, 'AllowanceChargeReasonCode')),
    ),
  'BR-CL-20': (root) =>
    [...wholeAllowances(root, true), ...lineAllowances(root, true)].every(
      (one) => !/\d{2}/.test(text(one, 'AllowanceChargeReasonCode')),
    ),
  'BR-CL-23': everyLine((line) => UNITS.includes(quantity(line)?.attributes.unitCode ?? 'C62')),
  R040: (root) =>
    allAllowances(root)
      .filter((one) => has(one, 'MultiplierFactorNumeric') && has(one, 'BaseAmount'))
      .every((one) => within(figure(text(one, 'Amount')), percentageOf(one), '0.02')),
  R041: (root) =>
    allAllowances(root).every((one) => !has(one, 'MultiplierFactorNumeric') || has(one, 'BaseAmount')),
  R042: (root) =>
    allAllowances(root).every((one) => has(one, 'MultiplierFactorNumeric') || !has(one, 'BaseAmount')),
  R043: (root) =>
    allAllowances(root).every((one) => ['true', 'false'].includes(text(one, 'ChargeIndicator'))),
  R120: everyLine((line) => {
    const gross = multiply(figure(quantity(line)?.text ?? '1'), figure(text(line, 'Price/PriceAmount')));
    const charged = sumOf(wholeAllowances(line, true), 'Amount');
    const net = subtract(total([gross, charged]), sumOf(wholeAllowances(line, false), 'Amount'));
    return within(figure(text(line, 'LineExtensionAmount')), net, '0.02');
  }),
  'UBL-SR-34': everyLine((line) => atMostOne(line, 'Note')),
  'UBL-SR-48': everyLine((line) => line.all('Item/ClassifiedTaxCategory').length === 1),
  'UBL-SR-50': everyLine((line) => atMostOne(line, 'Item/Description')),
  'UBL-SR-30/31': (root) => allAllowances(root).every((one) => atMostOne(one, 'AllowanceChargeReason')),
  'no allowance below zero': (root) =>
    allAllowances(root).every((one) => !/^-/.test(text(one, 'Amount') + text(one, 'BaseAmount'))),
};

function percentageOf(one: Tree) {
  const [base, percent] = [figure(text(one, 'BaseAmount')), figure(text(one, 'MultiplierFactorNumeric'))];
  return multiply(multiply(base, percent), HUNDREDTH);
}
