import { type Fraction, fraction, subtract, total } from '../../domain/fractions.ts';
import type { Tree } from '../../rendering/tree.ts';

/** Whether a document keeps a rule, by the number that the rule has where it is published. */
export type Rules = Readonly<Record<string, (document: Tree) => boolean>>;

/** The text of the first element at a path; empty where there is none. */
export function text(tree: Tree, path: string): string {
  return tree.all(path)[0]?.text ?? '';
}

export function has(tree: Tree, path: string): boolean {
  return tree.all(path).length > 0;
}

export function atMostOne(tree: Tree, path: string): boolean {
  return tree.all(path).length <= 1;
}

/** Every element of the document that has the name. */
export function named(document: Tree, ...names: string[]): Tree[] {
  return [...document.everything()].filter(({ name }) => names.includes(name));
}

export function linesIn(document: Tree): Tree[] {
  return [...document.all('InvoiceLine'), ...document.all('CreditNoteLine')];
}

/** Discounts and charges of the whole document, or those of its lines. */
export function wholeAllowances(document: Tree, isCharge: boolean): Tree[] {
  return document.all('AllowanceCharge').filter((one) => text(one, 'ChargeIndicator') === String(isCharge));
}

export function lineAllowances(document: Tree, isCharge: boolean): Tree[] {
  return linesIn(document).flatMap((line) => wholeAllowances(line, isCharge));
}

/** The parties, seller first. */
export function partiesIn(document: Tree): Tree[] {
  return ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party'].flatMap((path) =>
    document.all(path),
  );
}

export const NUMBER = /^-?\d+(\.\d+)?$/;

/** Nothing where no number is; that a number is one is a rule of its own. */
export function figure(written: string): Fraction {
  return fraction(NUMBER.test(written) ? written : '0');
}

export function sumOf(trees: Tree[], path: string): Fraction {
  return total(trees.map((tree) => figure(text(tree, path))));
}

export function within(a: Fraction, b: Fraction, slack: string): boolean {
  const off = subtract(a, b);
  const max = fraction(slack);
  const size = off.n < 0n ? -off.n : off.n;
  return size * max.d <= max.n * off.d;
}

export function equal(a: Fraction, b: Fraction): boolean {
  return within(a, b, '0');
}

export function hasTwoDecimals(written: string): boolean {
  return /^[^.]*(\.\d{0,2})?$/.test(written);
}
