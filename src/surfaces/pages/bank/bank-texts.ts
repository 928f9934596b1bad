import type { Lang } from '../../../domain/values/codes.ts';

/** The texts of the pages on which a company lets its bank accounts be read. */
export const BANK_TEXTS = {
  is: {
    title: 'Prufubanki',
    lead: 'Þetta er prufubanki Kvitt. Engir raunverulegir bankareikningar koma við sögu.',
    asks: 'Kvitt biður um leyfi til að lesa færslur á þessum reikningum:',
    until: (day: string) => `Leyfið gildir til ${day}.`,
    give: 'Veita leyfi',
    refuse: 'Hafna',
    withdraw: 'Afturkalla leyfið',
    received: 'Beðið er um leyfi.',
    valid: 'Leyfið er í gildi.',
    over: 'Leyfið er ekki í gildi.',
    missing: 'Leyfið finnst ekki',
    unanswered: 'Bankinn svarar ekki',
    unansweredLead: 'Kvitt spyr bankann aftur innan skamms. Þú getur haldið áfram í Kvitt á meðan.',
    back: 'Aftur í Kvitt',
  },
  en: {
    title: 'Test bank',
    lead: 'This is the test bank of Kvitt. No real bank account is involved.',
    asks: 'Kvitt asks for permission to read the transactions of these accounts:',
    until: (day: string) => `The consent lasts until ${day}.`,
    give: 'Give consent',
    refuse: 'Refuse',
    withdraw: 'Withdraw the consent',
    received: 'Consent is asked for.',
    valid: 'The consent is given.',
    over: 'The consent is not in force.',
    missing: 'There is no such consent',
    unanswered: 'The bank does not answer',
    unansweredLead: 'Kvitt asks the bank again shortly. Meanwhile you can go on in Kvitt.',
    back: 'Back to Kvitt',
  },
} as const satisfies Record<Lang, object>;
