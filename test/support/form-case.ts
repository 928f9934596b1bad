import type { Page } from 'playwright-core';
import { visit } from './desk.ts';
import type { Books } from './endpoints/case.ts';

export interface FormCase {
  name: string;
  /** The file and the component of the console that render the form. */
  of: string;
  /** Opens the form; the books name the records. */
  open(page: Page, books: Books): Promise<void>;
  /** The fields that are marked when nothing was typed; left out where that is allowed. */
  empty?: readonly string[];
  /** Values that the server refuses, by the labels of their fields, which are then marked. */
  wrong: Readonly<Record<string, string>>;
  /** The marked fields, where they are not those with the wrong values. */
  marked?: readonly string[];
  /** How the refusal of the wrong values begins, where a field is labelled otherwise than usual. */
  refusal?: RegExp;
  /** A field by which the form is found, where none can be wrong. */
  field?: string;
  /** What was typed is there again when the form is opened the next time. */
  keepsTyped?: true;
  /** What the server takes in the first marked field, where that is not 77. */
  right?: string;
  /** The person has a second factor. */
  hasSecondFactor?: true;
}

export const at = (path: (books: Books) => string, ...presses: readonly (string | RegExp)[]) => {
  return async (page: Page, books: Books) => {
    await visit(page, `/console/${path(books)}`);
    for (const name of presses) await page.getByRole('button', { name, exact: true }).first().click();
  };
};
export const menu =
  (path: string, trigger: string | RegExp, item: string) =>
  async (page: Page): Promise<void> => {
    await visit(page, `/console/${path}`);
    await page.getByRole('button', { name: trigger }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
const chooseCustomer = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
};
export const editor = (path: string) => async (page: Page) => {
  await visit(page, `/console/${path}/new`);
  await page.getByRole('combobox', { name: 'Item of line 1' }).waitFor();
};
/** An editor with a customer and a free line, whose fields can be wrong. */
export const filledEditor = (path: string) => async (page: Page) => {
  await editor(path)(page);
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Item of line 1' }).click();
  await page.keyboard.type('Vinna');
  await page.getByRole('option', { name: 'Free line: Vinna' }).click();
  await page.getByLabel('Unit price 1').fill('1000');
};
