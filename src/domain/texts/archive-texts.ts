import type { Lang } from '../values/codes.ts';
import { inLanguages } from '../values/in-languages.ts';
import { books as booksEn } from './books-en.ts';
import { books as booksIs } from './books-is.ts';
import { fields as fieldsEn } from './fields-en.ts';
import { fields as fieldsIs } from './fields-is.ts';

const OWN = inLanguages({
  archive: ['bókhaldsgögn', 'books'],
  sales: ['Sala', 'Sales journal'],
  purchases: ['Innkaup', 'Purchase journal'],
  receivables: ['Viðskiptakröfur', 'Receivables'],
  payables: ['Viðskiptaskuldir', 'Payables'],
  vat: ['VSK', 'VAT'],
  documents: ['skjöl', 'documents'],
  invoices: ['reikningar', 'invoices'],
  receipts: ['kvittanir', 'receipts'],
  box: ['Reitur', 'Box'],
  kind: ['Tegund', 'Kind'],
  'kind.invoice': ['Reikningur', 'Invoice'],
  'kind.credit_note': ['Kreditreikningur', 'Credit note'],
  'kind.cost': ['Kostnaður', 'Cost'],
  'kind.write_off': ['Afskrift', 'Write-off'],
  band0: ['Ógjaldfallið', 'Not due'],
  band1: ['1–30 dagar', '1–30 days'],
  band2: ['31–60 dagar', '31–60 days'],
  band3: ['61–90 dagar', '61–90 days'],
  band4: ['Yfir 90 dagar', 'Over 90 days'],
  credit: ['Inneign', 'Credit'],
  total: ['Samtals', 'Total'],
  others: ['Aðrir', 'Others'],
});

const TEXTS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  is: { ...fieldsIs, ...booksIs, ...OWN.is },
  en: { ...fieldsEn, ...booksEn, ...OWN.en },
};

/** The words by their text keys, as the console has them; a code without one is left out. */
export function archiveTexts(lang: Lang): (key: string) => string {
  return (key) => TEXTS[lang][key] ?? '';
}

interface ReadmeFacts {
  company: string;
  from: string;
  to: string;
  /** The day on which receivables and payables are counted. */
  asOf: string;
  at: string;
  lang: Lang;
}

/** What each file is, in both languages: the accountant need not read that of the company. */
export function archiveReadme({ company, from, to, asOf, at, lang }: ReadmeFacts): string {
  const t = archiveTexts(lang);
  return `# ${company}, ${from} – ${to}

## Íslenska

Bókhaldsgögn úr Kvitt, tekin saman ${at} (UTC).

- \`${t('sales')}.xlsx\`: útgefnir reikningar og kreditreikningar tímabilsins eftir númerum, með nettó og VSK eftir skattþrepum. Kreditreikningar eru neikvæðir.
- \`${t('purchases')}.xlsx\`: kostnaður tímabilsins, einnig sá sem bíður samþykkis (sjá stöðu).
- \`${t('vat')}/\`: skýrsla hvers uppgjörstímabils sem skarast við tímabilið, sem PDF og CSV, og skjölin að baki hverjum reit. Uppgjörstímabil er alltaf heilt.
- \`${t('receivables')}.xlsx\` og \`${t('payables')}.xlsx\`: hver skuldar og hverjum er skuldað ${asOf}, eftir aldri, í krónum.
- \`${t('invoices')}/\`: hver útgefinn reikningur sem PDF. Reikningar úr eldra kerfi heita imported- og númer þeirra. Það sem eldra kerfi hefur talið fram er hvorki í skrá yfir sölu né innkaup.
- \`${t('receipts')}/\`: frumrit kostnaðar eins og þau bárust (PDF, mynd eða XML).

Bókhald og fylgiskjöl þess skal varðveita í sjö ár frá lokum reikningsárs (lög nr. 145/1994, 20. gr.).

## English

Books from Kvitt, put together ${at} (UTC).

- \`${t('sales')}.xlsx\`: issued invoices and credit notes of these days by number, with net and VAT by rate. Credit notes are negative.
- \`${t('purchases')}.xlsx\`: costs of these days, also those that wait for approval (see their state).
- \`${t('vat')}/\`: the return of each settlement period that has one of these days, as PDF and CSV, and the documents of each box. A settlement period is always a whole one.
- \`${t('receivables')}.xlsx\` and \`${t('payables')}.xlsx\`: who owes, and who is owed, on ${asOf}, by age, in ISK.
- \`${t('invoices')}/\`: each issued invoice as PDF. Those of a former system are named imported- and their number. What a former system has reported is in neither journal.
- \`${t('receipts')}/\`: the originals of costs as they came (PDF, picture or XML).

Books and their documents are to be kept for seven years from the end of the financial year (Act 145/1994, article 20).
`;
}
