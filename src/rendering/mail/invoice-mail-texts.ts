import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { greeting, regards } from './mail-words.ts';

/** The occasion: the invoice itself, a reminder before or after the due date, or a receipt for its payment. */
export type MailReason = 'invoice' | 'before' | 'after' | 'receipt';

/** A company's own texts; the default is used for each empty one. */
export interface CustomMailTexts {
  subject: string;
  greeting: string;
  body: string;
  signature: string;
}

export const TEXTS = inLanguages({
  subject: {
    invoice: [
      (of: string, from: string) => `Reikningur ${of} · ${from}`,
      (of: string, from: string) => `Invoice ${of} from ${from}`,
    ],
    credit: [
      (of: string, from: string) => `Kreditreikningur ${of} · ${from}`,
      (of: string, from: string) => `Credit note ${of} from ${from}`,
    ],
    before: [
      (of: string, from: string) => `Reikningur ${of} fellur brátt í gjalddaga · ${from}`,
      (of: string, from: string) => `Invoice ${of} from ${from} is due soon`,
    ],
    after: [
      (of: string, from: string) => `Áminning: reikningur ${of} er kominn fram yfir gjalddaga · ${from}`,
      (of: string, from: string) => `Reminder: invoice ${of} from ${from} is past its due date`,
    ],
    receipt: [
      (of: string, from: string) => `Kvittun fyrir greiðslu á reikningi ${of} · ${from}`,
      (of: string, from: string) => `Receipt for invoice ${of} from ${from}`,
    ],
    refund: [
      (of: string, from: string) => `Kvittun fyrir endurgreiðslu á kreditreikningi ${of} · ${from}`,
      (of: string, from: string) => `Refund receipt for credit note ${of} from ${from}`,
    ],
  },
  says: {
    invoice: ['Hér fylgir reikningur í viðhengi.', 'Please find your invoice attached.'],
    credit: ['Hér fylgir kreditreikningur í viðhengi.', 'Please find your credit note attached.'],
    before: [
      'Við minnum á að gjalddagi þessa reiknings nálgast. Reikningurinn fylgir í viðhengi.',
      'This is a reminder that the following invoice is due soon. It is attached.',
    ],
    after: [
      'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessum pósti. Yfirlit yfir það sem er ógreitt fylgir í viðhengi.',
      'The due date of the following invoice has passed and we have not received your payment. If you have paid it recently, please disregard this message. A reminder of what is owed is attached.',
    ],
    receipt: [
      'Takk fyrir greiðsluna. Kvittun fylgir í viðhengi.',
      'Thank you for your payment. The receipt is attached.',
    ],
    refund: [
      'Hér fylgir kvittun fyrir endurgreiðslu í viðhengi.',
      'Please find the receipt for your refund attached.',
    ],
  },
  /** Of an invoice that was paid in part. */
  saysOfRemainder: {
    after: [
      'Gjalddagi þessa reiknings er liðinn og hluti hans er enn ógreiddur. Hafi eftirstöðvarnar verið greiddar nýlega má líta fram hjá þessum pósti. Yfirlit yfir það sem er ógreitt fylgir í viðhengi.',
      'The due date of the following invoice has passed, and a part of it has not been paid yet. If you have paid the rest recently, please disregard this message. A reminder of what is owed is attached.',
    ],
    afterLink: [
      'Gjalddagi þessa reiknings er liðinn og hluti hans er enn ógreiddur. Hafi eftirstöðvarnar verið greiddar nýlega má líta fram hjá þessum pósti.',
      'The due date of the following invoice has passed, and a part of it has not been paid yet. If you have paid the rest recently, please disregard this message.',
    ],
  },
  saysLink: {
    invoice: [
      'Reikningur hefur verið gefinn út fyrir pöntun á sölusíðu okkar með þessu netfangi.',
      'An invoice was issued for an order on our selling page that was made with this e-mail address.',
    ],
    credit: [
      'Kreditreikningur hefur verið gefinn út fyrir pöntun á sölusíðu okkar með þessu netfangi.',
      'A credit note was issued for an order on our selling page that was made with this e-mail address.',
    ],
    before: [
      'Við minnum á að gjalddagi þessa reiknings nálgast.',
      'This is a reminder that the following invoice is due soon.',
    ],
    after: [
      'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessum pósti.',
      'The due date of the following invoice has passed and we have not received your payment. If you have paid it recently, please disregard this message.',
    ],
    receipt: ['Takk fyrir greiðsluna.', 'Thank you for your payment.'],
    refund: ['Endurgreitt hefur verið af kreditreikningi.', 'A credit note has been refunded.'],
  },
  saysGift: [
    'Takk fyrir að vilja styrkja okkur. Styrkurinn var skráður á sölusíðu okkar með þessu netfangi.',
    'Thank you for wanting to support us. The donation was registered on our selling page with this e-mail address.',
  ],
  notYou: [
    'Ef þú pantaðir ekki þarf ekkert að gera.',
    'If you did not order anything, there is nothing to do.',
  ],
  view: ['Skoða pöntunina', 'View the order'],
  viewInvoice: ['Skoða reikninginn', 'View the invoice'],
  viewCredit: ['Skoða kreditreikninginn', 'View the credit note'],
  number: ['Númer', 'Number'],
  received: ['Greiðsla', 'Payment'],
  receivedOn: ['Greiðsludagur', 'Paid on'],
  amount: ['Upphæð', 'Amount'],
  claim: ['Krafa í netbanka', 'Claim in your online bank'],
  transfer: ['Millifærist á', 'Transfer to'],
  owner: ['Kennitala', 'Kennitala (ID no.)'],
  settled: {
    paid: ['Reikningurinn er greiddur.', 'The invoice has been paid.'],
    credited: [
      'Reikningurinn hefur verið kreditfærður. Ekkert er að greiða.',
      'The invoice has been credited. There is nothing to pay.',
    ],
    written_off: [
      'Reikningurinn hefur verið afskrifaður. Ekkert er að greiða.',
      'The invoice has been written off. There is nothing to pay.',
    ],
  },
  lapse: [
    'Sé ekki greitt á gjalddaga fellur pöntunin niður.',
    'If it is not paid by the due date, the order is cancelled.',
  ],
  giftLapse: [
    'Sé styrkurinn ekki greiddur fellur hann niður af sjálfu sér.',
    'If the donation is not paid, it ends by itself.',
  ],
  pay: ['Skoða og greiða', 'View and pay'],
  tickets: ['Opna miðana', 'Open the tickets'],
});

export const NO_CUSTOM_TEXTS: CustomMailTexts = { subject: '', greeting: '', body: '', signature: '' };

/** The default texts with their placeholders. */
export function defaultMailTexts(reason: MailReason, lang: Lang): CustomMailTexts {
  const texts = TEXTS[lang];
  return {
    subject: texts.subject[reason]('{number}', '{company}'),
    greeting: greeting(lang, '{customer}'),
    body: texts.says[reason],
    signature: regards(lang, '{company}'),
  };
}
