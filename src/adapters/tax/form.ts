import { BOXES, type Box, type FiledBoxes } from '../../domain/vat/boxes.ts';
import { TaxOfficeRefused } from '../../kernel/ports/tax-office.ts';
import { type Content, findAll, ownText, textOf } from './soap.ts';

/**
 * How the tax office calls the rows of its form. Their ids may differ by period, so they are read from the form of the period
 * and not kept here.
 */
export const ROWS: Readonly<Record<Box, { title: string; rate: string }>> = {
  turnover_24: { title: 'Samtals velta', rate: '24' },
  turnover_11: { title: 'Samtals velta', rate: '11' },
  zero_rated: { title: 'Samtals undanþegin', rate: '0' },
  output_24: { title: 'Samtals útskattur', rate: '24' },
  output_11: { title: 'Samtals útskattur', rate: '11' },
  input_24: { title: 'Samtals innskattur', rate: '24' },
  input_11: { title: 'Samtals innskattur', rate: '11' },
  bad_debt_24: { title: 'Tapaðar viðskiptakröfur', rate: '24' },
  bad_debt_11: { title: 'Tapaðar viðskiptakröfur', rate: '11' },
};

/** A row of the form: its kind (Tegund), its rate (Threp) and its category (Flokkur), each with the id that the office gives it. */
export interface FormRow {
  kind: { id: string; name: string };
  rate: { id: string; value: string };
  category: { id: string; title: string };
  amount: number;
}

/** The rows in an answer of the office. */
export function readRows(answer: unknown): FormRow[] {
  return findAll(answer, 'Faersla').flatMap((entry) => {
    const [kind, rate] = [findAll(entry, 'Tegund')[0], findAll(entry, 'Threp')[0]];
    return findAll(entry, 'Flokkur').map((category) => ({
      kind: { id: textOf(kind, 'id'), name: ownText(kind) },
      rate: { id: textOf(rate, 'id'), value: ownText(rate) },
      category: { id: textOf(category, 'id'), title: textOf(category, 'Heiti') },
      amount: Number(textOf(category, 'Fjarhaed') || 0),
    }));
  });
}

/** Fills the form of the period. Empty boxes are handed in too, because a period without turnover has a return as well. */
export function fillForm(form: readonly FormRow[], boxes: FiledBoxes): FormRow[] {
  return BOXES.flatMap((box) => {
    const row = form.find((one) => isRowOf(one, box));
    if (row) return [{ ...row, amount: boxes[box] }];
    if (boxes[box] === 0) return [];
    const { title, rate } = ROWS[box];
    throw new TaxOfficeRefused(`The form of the tax office has no row "${title}" at ${rate} %`);
  });
}

/** The boxes in the rows of a return; rows of rates that are no longer in force must be empty. */
export function sameBoxes(rows: readonly FormRow[], boxes: FiledBoxes): boolean {
  const filled = rows.filter(({ amount }) => amount !== 0);
  const own = BOXES.filter((box) => boxes[box] !== 0);
  return (
    filled.length === own.length &&
    own.every((box) => filled.some((row) => isRowOf(row, box) && row.amount === boxes[box]))
  );
}

export function isRowOf({ category, rate }: FormRow, box: Box): boolean {
  const { title, rate: percent } = ROWS[box];
  return category.title === title && Number(rate.value.replace(',', '.')) === Number(percent);
}

export function toEntries(rows: readonly FormRow[]): Content {
  return {
    Faersla: rows.map(({ kind, rate, category, amount }) => ({
      Tegund: { '@id': kind.id, '#text': kind.name },
      Threp: { '@id': rate.id, '#text': rate.value },
      Flokkar: { Flokkur: { '@id': category.id, Heiti: category.title, Fjarhaed: amount } },
    })),
  };
}
