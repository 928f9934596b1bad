import type { Lang } from '../values/codes.ts';
import { inLanguages } from '../values/in-languages.ts';
import type { ListedBox } from './boxes.ts';

type PrintedBox = ListedBox | 'to_pay';

/** What the rows of the return are called, in the order of the form. */
export const BOX_TEXTS: Readonly<Record<Lang, Readonly<Record<PrintedBox, string>>>> = inLanguages({
  turnover_24: ['Skattskyld velta án VSK, 24%', 'Taxable turnover without VAT, 24%'],
  output_24: ['Útskattur, 24%', 'Output VAT, 24%'],
  turnover_11: ['Skattskyld velta án VSK, 11%', 'Taxable turnover without VAT, 11%'],
  output_11: ['Útskattur, 11%', 'Output VAT, 11%'],
  zero_rated: ['Undanþegin velta (12. gr.)', 'Exempt turnover (article 12)'],
  input_24: ['Innskattur, 24%', 'Input VAT, 24%'],
  input_11: ['Innskattur, 11%', 'Input VAT, 11%'],
  bad_debt_24: ['VSK af töpuðum viðskiptakröfum, 24%', 'VAT of bad debts, 24%'],
  bad_debt_11: ['VSK af töpuðum viðskiptakröfum, 11%', 'VAT of bad debts, 11%'],
  to_pay: ['Til greiðslu', 'To pay'],
  outside_vat: [
    'Utan skýrslu: velta utan VSK (2. gr.)',
    'Not in the return: turnover outside of VAT (article 2)',
  ],
  abroad_24: [
    'Utan skýrslu: VSK af þjónustu frá útlöndum, 24%',
    'Not in the return: VAT of services from abroad, 24%',
  ],
  abroad_11: [
    'Utan skýrslu: VSK af þjónustu frá útlöndum, 11%',
    'Not in the return: VAT of services from abroad, 11%',
  ],
});

/** What a period may lack, and what is to be done. */
export const MISSING_TEXTS = inLanguages({
  cost_not_approved: ['Samþykkja eða eyða kostnaði', 'Approve or delete this cost'],
  rate_missing: [
    'Gengi vantar á kostnað',
    'Give this cost an exchange rate, by move-cost-to-new and a new approval',
  ],
  draft: ['Gefa út eða eyða vistuðum reikningi', 'Issue or delete this saved invoice'],
  bank_line: ['Bóka eða hunsa bankafærslu', 'Book or ignore this line of the bank'],
  question: ['Svara fyrirspurn um skjal', 'Answer the question about this document'],
  answer: [
    'Skoða svar við fyrirspurn og loka henni',
    'Look at the answer about this document, and close the question',
  ],
}) satisfies Record<Lang, Record<string, string>>;

export type MissingKind = keyof (typeof MISSING_TEXTS)['en'];
