import type { Lang } from '../../domain/values/codes.ts';
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

export const TEXTS = {
  is: {
    subject: {
      invoice: (of: string, from: string) => `Reikningur ${of} · ${from}`,
      credit: (of: string, from: string) => `Kreditreikningur ${of} · ${from}`,
      before: (of: string, from: string) => `Reikningur ${of} fellur brátt í gjalddaga · ${from}`,
      after: (of: string, from: string) =>
        `Áminning: reikningur ${of} er kominn fram yfir gjalddaga · ${from}`,
      receipt: (of: string, from: string) => `Kvittun fyrir greiðslu á reikningi ${of} · ${from}`,
      refund: (of: string, from: string) => `Kvittun fyrir endurgreiðslu á kreditreikningi ${of} · ${from}`,
    },
    says: {
      invoice: 'Hér fylgir reikningur í viðhengi.',
      credit: 'Hér fylgir kreditreikningur í viðhengi.',
      before: 'Við minnum á að gjalddagi þessa reiknings nálgast. Reikningurinn fylgir í viðhengi.',
      after:
        'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessum pósti. Yfirlit yfir það sem er ógreitt fylgir í viðhengi.',
      receipt: 'Takk fyrir greiðsluna. Kvittun fylgir í viðhengi.',
      refund: 'Hér fylgir kvittun fyrir endurgreiðslu í viðhengi.',
    },
    /** Of an invoice that was paid in part. */
    saysOfRemainder: {
      after:
        'Gjalddagi þessa reiknings er liðinn og hluti hans er enn ógreiddur. Hafi eftirstöðvarnar verið greiddar nýlega má líta fram hjá þessum pósti. Yfirlit yfir það sem er ógreitt fylgir í viðhengi.',
      afterLink:
        'Gjalddagi þessa reiknings er liðinn og hluti hans er enn ógreiddur. Hafi eftirstöðvarnar verið greiddar nýlega má líta fram hjá þessum pósti.',
    },
    saysLink: {
      invoice: 'Reikningur hefur verið gefinn út fyrir pöntun á sölusíðu okkar með þessu netfangi.',
      credit: 'Kreditreikningur hefur verið gefinn út fyrir pöntun á sölusíðu okkar með þessu netfangi.',
      before: 'Við minnum á að gjalddagi þessa reiknings nálgast.',
      after:
        'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessum pósti.',
      receipt: 'Takk fyrir greiðsluna.',
      refund: 'Endurgreitt hefur verið af kreditreikningi.',
    },
    saysGift:
      'Takk fyrir að vilja styrkja okkur. Styrkurinn var skráður á sölusíðu okkar með þessu netfangi.',
    notYou: 'Ef þú pantaðir ekki þarf ekkert að gera.',
    view: 'Skoða pöntunina',
    viewInvoice: 'Skoða reikninginn',
    viewCredit: 'Skoða kreditreikninginn',
    number: 'Númer',
    received: 'Greiðsla',
    receivedOn: 'Greiðsludagur',
    amount: 'Upphæð',
    claim: 'Krafa í netbanka',
    transfer: 'Millifærist á',
    owner: 'Kennitala',
    settled: {
      paid: 'Reikningurinn er greiddur.',
      credited: 'Reikningurinn hefur verið kreditfærður. Ekkert er að greiða.',
      written_off: 'Reikningurinn hefur verið afskrifaður. Ekkert er að greiða.',
    },
    lapse: 'Sé ekki greitt á gjalddaga fellur pöntunin niður.',
    giftLapse: 'Sé styrkurinn ekki greiddur fellur hann niður af sjálfu sér.',
    pay: 'Skoða og greiða',
    tickets: 'Opna miðana',
  },
  en: {
    subject: {
      invoice: (of: string, from: string) => `Invoice ${of} from ${from}`,
      credit: (of: string, from: string) => `Credit note ${of} from ${from}`,
      before: (of: string, from: string) => `Invoice ${of} from ${from} is due soon`,
      after: (of: string, from: string) => `Reminder: invoice ${of} from ${from} is past its due date`,
      receipt: (of: string, from: string) => `Receipt for invoice ${of} from ${from}`,
      refund: (of: string, from: string) => `Refund receipt for credit note ${of} from ${from}`,
    },
    says: {
      invoice: 'Please find your invoice attached.',
      credit: 'Please find your credit note attached.',
      before: 'This is a reminder that the following invoice is due soon. It is attached.',
      after:
        'The due date of the following invoice has passed and we have not received your payment. If you have paid it recently, please disregard this message. A reminder of what is owed is attached.',
      receipt: 'Thank you for your payment. The receipt is attached.',
      refund: 'Please find the receipt for your refund attached.',
    },
    saysOfRemainder: {
      after:
        'The due date of the following invoice has passed, and a part of it has not been paid yet. If you have paid the rest recently, please disregard this message. A reminder of what is owed is attached.',
      afterLink:
        'The due date of the following invoice has passed, and a part of it has not been paid yet. If you have paid the rest recently, please disregard this message.',
    },
    saysLink: {
      invoice:
        'An invoice was issued for an order on our selling page that was made with this e-mail address.',
      credit:
        'A credit note was issued for an order on our selling page that was made with this e-mail address.',
      before: 'This is a reminder that the following invoice is due soon.',
      after:
        'The due date of the following invoice has passed and we have not received your payment. If you have paid it recently, please disregard this message.',
      receipt: 'Thank you for your payment.',
      refund: 'A credit note has been refunded.',
    },
    saysGift:
      'Thank you for wanting to support us. The donation was registered on our selling page with this e-mail address.',
    notYou: 'If you did not order anything, there is nothing to do.',
    view: 'View the order',
    viewInvoice: 'View the invoice',
    viewCredit: 'View the credit note',
    number: 'Number',
    received: 'Payment',
    receivedOn: 'Paid on',
    amount: 'Amount',
    claim: 'Claim in your online bank',
    transfer: 'Transfer to',
    owner: 'Kennitala (ID no.)',
    settled: {
      paid: 'The invoice has been paid.',
      credited: 'The invoice has been credited. There is nothing to pay.',
      written_off: 'The invoice has been written off. There is nothing to pay.',
    },
    lapse: 'If it is not paid by the due date, the order is cancelled.',
    giftLapse: 'If the donation is not paid, it ends by itself.',
    pay: 'View and pay',
    tickets: 'Open the tickets',
  },
} as const;

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
