import { type Fraction, subtract, total } from '../../domain/fractions.ts';
import type { Tree } from '../../rendering/tree.ts';
import { equal, figure, has, linesIn, type Rules, sumOf, text, wholeAllowances, within } from './rule.ts';

const SUMS = 'LegalMonetaryTotal';
const WHOLE_CURRENCIES = ['ISK', 'JPY', 'KRW', 'VND'];
const isWhole = ({ n, d }: Fraction) => n % d === 0n;
const at = (root: Tree, name: string) => figure(text(root, `${SUMS}/${name}`));
const isThere = (root: Tree, name: string) => has(root, `${SUMS}/${name}`);
const vat = (root: Tree) => root.all('TaxTotal').filter((one) => has(one, 'TaxSubtotal'));

/** The sums under the lines. */
export const SUM_RULES: Rules = {
  'BR-12': (root) => isThere(root, 'LineExtensionAmount'),
  'BR-13': (root) => isThere(root, 'TaxExclusiveAmount'),
  'BR-14': (root) => isThere(root, 'TaxInclusiveAmount'),
  'BR-15': (root) => isThere(root, 'PayableAmount'),
  'BR-CO-10': (root) => equal(at(root, 'LineExtensionAmount'), sumOf(linesIn(root), 'LineExtensionAmount')),
  'BR-CO-11': (root) => addsUp(root, 'AllowanceTotalAmount', wholeAllowances(root, false)),
  'BR-CO-12': (root) => addsUp(root, 'ChargeTotalAmount', wholeAllowances(root, true)),
  'BR-CO-13': (root) =>
    equal(
      at(root, 'TaxExclusiveAmount'),
      subtract(
        total([at(root, 'LineExtensionAmount'), at(root, 'ChargeTotalAmount')]),
        at(root, 'AllowanceTotalAmount'),
      ),
    ),
  'BR-CO-14': (root) =>
    vat(root).every((one) => equal(taxOf(one), sumOf(one.all('TaxSubtotal'), 'TaxAmount'))),
  'BR-CO-15': (root) =>
    equal(
      at(root, 'TaxInclusiveAmount'),
      total([at(root, 'TaxExclusiveAmount'), ...vat(root).map((one) => taxOf(one))]),
    ),
  'BR-CO-16': (root) =>
    equal(
      at(root, 'PayableAmount'),
      total([
        subtract(at(root, 'TaxInclusiveAmount'), at(root, 'PrepaidAmount')),
        at(root, 'PayableRoundingAmount'),
      ]),
    ),
  'rounding is small': (root) => {
    const hasNoCents = WHOLE_CURRENCIES.includes(text(root, 'DocumentCurrencyCode'));
    return within(at(root, 'PayableRoundingAmount'), figure('0'), hasNoCents ? '0.55' : '0.05');
  },
  'krónur are paid whole': (root) =>
    !WHOLE_CURRENCIES.includes(text(root, 'DocumentCurrencyCode')) ||
    ['PayableAmount', 'PrepaidAmount'].every((name) => !isThere(root, name) || isWhole(at(root, name))),
};

function taxOf(one: Tree): Fraction {
  return figure(text(one, 'TaxAmount'));
}

/** A sum stands there when there is something to sum, and only then. */
function addsUp(root: Tree, name: string, parts: Tree[]): boolean {
  return isThere(root, name) === parts.length > 0 && equal(at(root, name), sumOf(parts, 'Amount'));
}
