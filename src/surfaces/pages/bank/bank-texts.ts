import type { Lang } from '../../../domain/values/codes.ts';
import { inLanguages } from '../../../domain/values/in-languages.ts';

/** The texts of the pages on which a company lets its bank accounts be read. */
export const BANK_TEXTS = inLanguages({
  title: ['Prufubanki', 'Test bank'],
  lead: [
    'Þetta er prufubanki Kvitt. Engir raunverulegir bankareikningar koma við sögu.',
    'This is the test bank of Kvitt. No real bank account is involved.',
  ],
  asks: [
    'Kvitt biður um leyfi til að lesa færslur á þessum reikningum:',
    'Kvitt asks for permission to read the transactions of these accounts:',
  ],
  until: [(day: string) => `Leyfið gildir til ${day}.`, (day: string) => `The consent lasts until ${day}.`],
  give: ['Veita leyfi', 'Give consent'],
  refuse: ['Hafna', 'Refuse'],
  withdraw: ['Afturkalla leyfið', 'Withdraw the consent'],
  received: ['Beðið er um leyfi.', 'Consent is asked for.'],
  valid: ['Leyfið er í gildi.', 'The consent is given.'],
  over: ['Leyfið er ekki í gildi.', 'The consent is not in force.'],
  missing: ['Leyfið finnst ekki', 'There is no such consent'],
  unanswered: ['Bankinn svarar ekki', 'The bank does not answer'],
  unansweredLead: [
    'Kvitt spyr bankann aftur innan skamms. Þú getur haldið áfram í Kvitt á meðan.',
    'Kvitt asks the bank again shortly. Meanwhile you can go on in Kvitt.',
  ],
  back: ['Aftur í Kvitt', 'Back to Kvitt'],
}) satisfies Record<Lang, object>;
