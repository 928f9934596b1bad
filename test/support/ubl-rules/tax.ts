import { cents, type Fraction, fraction, multiply, subtract, total } from '../../domain/fractions.ts';
import type { Tree } from '../../rendering/tree.ts';
import {
  equal,
  figure,
  has,
  linesIn,
  named,
  partiesIn,
  type Rules,
  sumOf,
  text,
  wholeAllowances,
  within,
} from './rule.ts';

const CATEGORIES = ['S', 'Z', 'E', 'G', 'O'];
const HUNDREDTH = fraction('0.01');

const subtotals = (root: Tree, id?: string) =>
  root.all('TaxTotal/TaxSubtotal').filter((one) => !id || text(one, 'TaxCategory/ID') === id);
const lineCategories = (root: Tree) =>
  linesIn(root).flatMap((line) => line.all('Item/ClassifiedTaxCategory'));
const allowanceCategories = (root: Tree) =>
  root.all('AllowanceCharge').flatMap((one) => one.all('TaxCategory'));
const used = (root: Tree) => [...lineCategories(root), ...allowanceCategories(root)];
const categories = (root: Tree, id: string) =>
  [...used(root), ...subtotals(root).flatMap((one) => one.all('TaxCategory'))].filter(
    (one) => text(one, 'ID') === id,
  );
/** A category with its rate, as they stand together. */
const keyOf = (category: Tree) => `${text(category, 'ID')} ${text(category, 'Percent')}`.trim();
const isExempted = (one: Tree) =>
  has(one, 'TaxCategory/TaxExemptionReason') || has(one, 'TaxCategory/TaxExemptionReasonCode');
const uses = (root: Tree, id: string) => used(root).some((one) => text(one, 'ID') === id);
const sellerHasNumber = (root: Tree) => has(root, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID');
const isUsed = (root: Tree, id: string) => subtotals(root, id).length > 0 === uses(root, id);
const adds = (id: string) => (root: Tree) =>
  subtotals(root, id).every((one) => equal(figure(text(one, 'TaxableAmount')), netOf(root, one)));
const taxIsNothing = (id: string) => (root: Tree) =>
  subtotals(root, id).every((one) => figure(text(one, 'TaxAmount')).n === 0n);

/** The VAT: its categories on lines, on discounts and in the summary, which must tell the same. */
export const TAX_RULES: Rules = {
  'BR-32/37': (root) => root.all('AllowanceCharge').every((one) => text(one, 'TaxCategory/ID') !== ''),
  'BR-45': (root) => subtotals(root).every((one) => has(one, 'TaxableAmount')),
  'BR-46': (root) => subtotals(root).every((one) => has(one, 'TaxAmount')),
  'BR-47': (root) => subtotals(root).every((one) => text(one, 'TaxCategory/ID') !== ''),
  'BR-48': (root) =>
    subtotals(root).every((one) => has(one, 'TaxCategory/Percent') || text(one, 'TaxCategory/ID') === 'O'),
  'BR-CL-17/18': (root) =>
    named(root, 'TaxCategory', 'ClassifiedTaxCategory').every((one) => CATEGORIES.includes(text(one, 'ID'))),
  'BR-CO-04': (root) => linesIn(root).every((line) => text(line, 'Item/ClassifiedTaxCategory/ID') !== ''),
  'BR-CO-17': (root) =>
    subtotals(root).every((one) => within(figure(text(one, 'TaxAmount')), expectedTax(one), '0.01')),
  'BR-CO-18': (root) => subtotals(root).length > 0,
  'BR-S-01': (root) => isUsed(root, 'S'),
  'BR-S-02/03/04': (root) => !uses(root, 'S') || sellerHasNumber(root),
  'BR-S-05/06/07': (root) => categories(root, 'S').every((one) => figure(text(one, 'Percent')).n > 0n),
  'BR-S-08': adds('S'),
  'BR-S-10': (root) => !subtotals(root, 'S').some(isExempted),
  'BR-Z-01': (root) => isUsed(root, 'Z') && subtotals(root, 'Z').length <= 1,
  'BR-Z-02/03/04': (root) => !uses(root, 'Z') || sellerHasNumber(root),
  'BR-Z-05/06/07': (root) => categories(root, 'Z').every((one) => text(one, 'Percent') === '0'),
  'BR-Z-08': adds('Z'),
  'BR-Z-09': taxIsNothing('Z'),
  'BR-Z-10': (root) => !subtotals(root, 'Z').some(isExempted),
  'BR-E-01': (root) => isUsed(root, 'E') && subtotals(root, 'E').length <= 1,
  'BR-E-02/03/04': (root) => !uses(root, 'E') || sellerHasNumber(root),
  'BR-E-05/06/07': (root) => categories(root, 'E').every((one) => text(one, 'Percent') === '0'),
  'BR-E-08': adds('E'),
  'BR-E-09': taxIsNothing('E'),
  'BR-E-10': (root) => subtotals(root, 'E').every(isExempted),
  'BR-G-01': (root) => isUsed(root, 'G') && subtotals(root, 'G').length <= 1,
  'BR-G-02/03/04': (root) =>
    !uses(root, 'G') ||
    root
      .all('AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme/ID')
      .some((scheme) => scheme.text === 'VAT'),
  'BR-G-05/06/07': (root) => categories(root, 'G').every((one) => text(one, 'Percent') === '0'),
  'BR-G-08': adds('G'),
  'BR-G-09': taxIsNothing('G'),
  'BR-G-10': (root) => subtotals(root, 'G').every(isExempted),
  'BR-O-01': (root) => isUsed(root, 'O') && subtotals(root, 'O').length <= 1,
  'BR-O-02/03/04': (root) =>
    !uses(root, 'O') ||
    !partiesIn(root).some((party) =>
      party.all('PartyTaxScheme/TaxScheme/ID').some((id) => id.text === 'VAT'),
    ),
  'BR-O-05/06/07': (root) => categories(root, 'O').every((one) => !has(one, 'Percent')),
  'BR-O-08': adds('O'),
  'BR-O-09': taxIsNothing('O'),
  'BR-O-10': (root) => subtotals(root, 'O').every(isExempted),
  'BR-O-11': (root) => subtotals(root, 'O').length === 0 || subtotals(root).length === 1,
  'BR-O-12/13/14': (root) =>
    subtotals(root, 'O').length === 0 || used(root).every((one) => text(one, 'ID') === 'O'),
  'each rate once': (root) => {
    const keys = subtotals(root).flatMap((one) => one.all('TaxCategory').map(keyOf));
    return new Set(keys).size === keys.length;
  },
  'UBL-CR reasons': (root) =>
    used(root).every((one) => !has(one, 'TaxExemptionReason') && !has(one, 'TaxExemptionReasonCode')),
  'the scheme is VAT': (root) =>
    named(root, 'TaxCategory', 'ClassifiedTaxCategory').every((one) => text(one, 'TaxScheme/ID') === 'VAT'),
};

/** What the lines of a rate come to, after the discounts and charges of the whole that have it. */
function netOf(root: Tree, subtotal: Tree): Fraction {
  const key = subtotal.all('TaxCategory').map(keyOf)[0];
  const lines = linesIn(root).filter((line) => line.all('Item/ClassifiedTaxCategory').map(keyOf)[0] === key);
  const alike = (one: Tree) => one.all('TaxCategory').map(keyOf)[0] === key;
  return subtract(
    total([sumOf(lines, 'LineExtensionAmount'), sumOf(wholeAllowances(root, true).filter(alike), 'Amount')]),
    sumOf(wholeAllowances(root, false).filter(alike), 'Amount'),
  );
}

function expectedTax(subtotal: Tree): Fraction {
  const [taxable, percent] = ['TaxableAmount', 'TaxCategory/Percent'].map((path) =>
    figure(text(subtotal, path)),
  ) as [Fraction, Fraction];
  return fraction(cents(multiply(multiply(taxable, percent), HUNDREDTH)));
}
