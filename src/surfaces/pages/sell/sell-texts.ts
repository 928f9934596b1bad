/** Texts of the selling, order and ticket pages. */
import { inLanguages } from '../../../domain/values/in-languages.ts';
export const SELL_TEXTS = inLanguages({
  free: ['Ókeypis', 'Free'],
  monthly: ['á mánuði', 'a month'],
  vat: ['með VSK', 'incl. VAT'],
  suggested: ['Þú ræður upphæðinni', 'You decide how much'],
  left: [(n: number) => `${n} eftir`, (n: number) => `${n} left`],
  at: ['kl.', 'at'],
  closed: ['Sölunni er lokið.', 'This sale is closed.'],
  over: ['Viðburðurinn er liðinn.', 'This event is over.'],
  sold_out: ['Uppselt.', 'Sold out.'],
  askSeller: [
    'Hafðu samband við seljanda ef þú hefur spurningar.',
    'Contact the seller if you have questions.',
  ],
  qty: ['Fjöldi', 'Quantity'],
  qtyTickets: ['Fjöldi miða', 'Number of tickets'],
  amount: ['Upphæð í krónum', 'Amount in krónur'],
  who: ['Kaupandi', 'Buyer'],
  whoGives: ['Um þig', 'About you'],
  name: ['Nafn', 'Name'],
  email: ['Netfang', 'E-mail address'],
  emailHint: ['Þangað fara reikningur og kvittun', 'The invoice and the receipt go there'],
  kennitala: ['Kennitala', 'Kennitala (Icelandic ID number)'],
  kennitalaHint: [
    '10 tölustafir; fyrirtæki nota kennitölu fyrirtækisins',
    '10 digits; companies use that of the company',
  ],
  phone_number: ['Sími', 'Telephone'],
  address: ['Heimilisfang', 'Address'],
  zip: ['Póstnúmer', 'Postal code'],
  city: ['Staður', 'Town'],
  message: ['Skilaboð til seljanda', 'Message to the seller'],
  optional: ['(má sleppa)', '(optional)'],
  questions: ['Nánari upplýsingar', 'More details'],
  terms: ['Skilmálar', 'Terms'],
  accept: ['Ég samþykki skilmálana.', 'I accept the terms.'],
  buy: {
    STAND: ['Kaupa', 'Buy'],
    SUB: ['Gerast áskrifandi', 'Subscribe'],
    DONA: ['Styrkja', 'Donate'],
    EVENT: ['Kaupa miða', 'Buy tickets'],
  },
  order: {
    STAND: ['Panta', 'Order'],
    SUB: ['Gerast áskrifandi', 'Subscribe'],
    DONA: ['Styrkja', 'Donate'],
    EVENT: ['Fá miða', 'Get tickets'],
  },
  payNext: ['Þú greiðir á næstu síðu.', 'You pay on the next page.'],
  billed: ['Þú færð reikning sendan.', 'You will be sent an invoice.'],
  payBy: [
    (day: string) => `Greiða þarf í síðasta lagi ${day}; annars fellur pöntunin niður.`,
    (day: string) => `Pay by ${day} at the latest, or the order is cancelled.`,
  ],
  subscription: [
    'Reikningur er gefinn út í hverjum mánuði, sá fyrsti í dag, þar til þú segir upp hjá seljanda.',
    'An invoice is issued every month, the first one today, until you cancel with the seller.',
  ],
  privacy: [
    (seller: string) =>
      `Upplýsingarnar fara til seljandans (${seller}) og eru notaðar til að afgreiða pöntunina.`,
    (seller: string) => `The information goes to ${seller} and is used to handle your order.`,
  ],
  seller: ['Seljandi', 'Seller'],
  vatNo: ['VSK-númer', 'VAT number'],
  problems: [
    (n: number) => `Reitir sem þarf að laga: ${n}`,
    (n: number) => (n === 1 ? 'One field needs correcting:' : `${n} fields need correcting:`),
  ],
  errorTitle: ['Villa', 'Error'],
  required: ['Hér þarf að skrifa eitthvað.', 'Fill in this field.'],
  requiredTerms: ['Samþykkja þarf skilmálana til að kaupa.', 'Accept the terms to buy.'],
  wrongEmail: [
    'Þetta er ekki gilt netfang. Dæmi: nafn@daemi.is',
    'This is not a valid e-mail address. Example: name@example.com',
  ],
  wrongKennitala: [
    'Þetta er ekki gild kennitala. Hún er 10 tölustafir, til dæmis 010130-3019.',
    'This is not a valid kennitala. It has 10 digits, for example 010130-3019.',
  ],
  wrongQty: [
    (max: number) => `Veldu fjölda frá 1 til ${max}.`,
    (max: number) => `Choose a number from 1 to ${max}.`,
  ],
  wrongAmount: [
    'Skrifaðu upphæð í heilum krónum, til dæmis 5.000.',
    'Write an amount in whole krónur, for example 5,000.',
  ],
  largeAmount: [(max: string) => `Hæsta upphæð er ${max}`, (max: string) => `The largest amount is ${max}.`],
  tooLong: [
    (max: string) => `Þetta er of langt; hámarksfjöldi stafa er ${max}.`,
    (max: string) => `This is too long; at most ${max} characters.`,
  ],
  notPlain: [
    'Hér má hvorki vera vefslóð, símanúmer né ósýnilegir stafir.',
    'This cannot contain web addresses, telephone numbers or invisible characters.',
  ],
  unreadable: ['Þetta er ekki hægt að lesa; skrifaðu það aftur.', 'This cannot be read; write it again.'],
  soldOutNow: [
    (left: number) =>
      left === 0
        ? 'Því miður seldist upp rétt í þessu á meðan þú skrifaðir, og ekkert var keypt. Ógreiddar pantanir geta losnað: reyndu aftur síðar.'
        : `Aðeins ${left} eftir; veldu færri.`,
    (left: number) =>
      left === 0
        ? 'Sorry, it has just sold out while you were writing, and nothing was bought. Unpaid orders may come back: try again later.'
        : `Only ${left} left; choose fewer.`,
  ],
  sentBefore: [
    'Þetta eyðublað var sent áður og fyrri pöntunin stendur. Ýttu aftur á hnappinn ef þú vilt líka panta þetta.',
    'This form was sent before, and that order stands. Press the button again if you want to order this too.',
  ],
  changed: [
    'Síðunni var breytt á meðan þú skrifaðir. Skoðaðu verð, spurningar og skilmála og ýttu svo aftur á hnappinn.',
    'The page was changed while you were writing. Look at price, questions and terms, and press the button again.',
  ],
  stale: [
    'Síðan var orðin of gömul. Ýttu aftur á hnappinn.',
    'The page had become too old. Press the button again.',
  ],
  tooMany: [
    (minutes: number) => `Of margar pantanir á stuttum tíma. Reyndu aftur eftir ${minutes} mín.`,
    (minutes: number) => `Too many orders in a short time. Try again in ${minutes} min.`,
  ],
  busy: [
    'Þjónustan svarar ekki sem stendur. Ekkert var keypt. Reyndu aftur eftir augnablik.',
    'The service is not responding right now. Nothing was bought. Try again in a moment.',
  ],
  refused: [
    'Ekki var hægt að ganga frá kaupunum og ekkert var keypt. Hafðu samband við seljanda.',
    'The purchase could not be completed, and nothing was bought. Contact the seller.',
  ],
  missing: ['Síðan finnst ekki', 'There is no such page'],
  notBought: ['Kaupin gengu ekki í gegn', 'The purchase was not completed'],
  notShown: ['Ekki tókst að birta síðuna', 'The page could not be shown'],
  thanks: ['Takk fyrir pöntunina!', 'Thank you for your order!'],
  thanksGift: ['Takk fyrir stuðninginn!', 'Thank you for your support!'],
  yourOrder: ['Pöntunin þín', 'Your order'],
  item: ['Pöntun', 'Order'],
  sum: ['Samtals', 'Total'],
  invoiceNo: ['Reikningur', 'Invoice'],
  paid: ['Greitt', 'Paid'],
  partlyPaid: ['Greitt að hluta', 'Partly paid'],
  balance: ['Eftirstöðvar', 'To pay'],
  unpaid: ['Ógreitt', 'Unpaid'],
  pending: ['Greiðsla í vinnslu', 'Payment in progress'],
  creditedState: ['Kreditfært', 'Credited'],
  refunded: ['Þar af endurgreitt', 'Of that paid back'],
  sumLeft: ['Eftir kreditfærslu', 'After credit'],
  releasedState: ['Fallin niður', 'Cancelled'],
  pay: ['Greiða núna', 'Pay now'],
  paidNext: ['Kvittun er send í tölvupósti.', 'A receipt is sent by e-mail.'],
  freeNext: ['Ekkert er að greiða.', 'There is nothing to pay.'],
  pendingNext: [
    'Beðið er staðfestingar á greiðslunni. Ekki greiða aftur.',
    'We are waiting for the payment to be confirmed. Do not pay again.',
  ],
  linkNext: ['Pöntunin er skráð. Hún bíður greiðslu.', 'Your order is registered. It awaits payment.'],
  mailNext: [
    (email: string) => `Reikningur verður sendur á ${email}.`,
    (email: string) => `An invoice will be sent to ${email}.`,
  ],
  profileNext: [
    'Reikningur verður sendur á netfangið sem seljandi hefur skráð.',
    'An invoice will be sent to the address that the seller has on file.',
  ],
  einvoiceNext: ['Reikningur verður sendur rafrænt.', 'An electronic invoice will be sent.'],
  handNext: ['Seljandi afhendir reikninginn.', 'The seller hands over the invoice.'],
  releasedNext: [
    'Pöntunin var ekki greidd og féll niður. Ekkert er að greiða.',
    'The order was not paid and has been cancelled. There is nothing to pay.',
  ],
  cancelledNext: [
    'Seljandi felldi pöntunina niður. Ekkert er að greiða.',
    'The seller has cancelled the order. There is nothing to pay.',
  ],
  giftNext: [
    'Styrkurinn er skráður. Hann bíður greiðslu.',
    'Your donation is registered. It awaits payment.',
  ],
  giftLapses: [
    (day: string) => `Sé hann ekki greiddur fellur hann niður af sjálfu sér eftir ${day}.`,
    (day: string) => `If it is not paid, it ends by itself after ${day}.`,
  ],
  again: ['Panta aftur', 'Order again'],
  creditedNext: [
    'Reikningurinn hefur verið kreditfærður. Ekkert er að greiða.',
    'The invoice has been credited. There is nothing to pay.',
  ],
  writtenOffState: ['Afskrifað', 'Written off'],
  writtenOffNext: [
    'Reikningurinn hefur verið afskrifaður. Ekkert er að greiða.',
    'The invoice has been written off. There is nothing to pay.',
  ],
  due: ['Gjalddagi', 'Due date'],
  transfer: ['Greiða með millifærslu', 'Pay by bank transfer'],
  account: ['Bankareikningur', 'Bank account'],
  reference: ['Tilvísun', 'Reference'],
  tickets: ['Miðar', 'Tickets'],
  ticketsUnpaid: [
    'Miðarnir birtast hér þegar greitt hefur verið. Geymdu slóðina; hún er líka í tölvupóstinum.',
    'The tickets appear here once they are paid for. Keep the address; it is in the e-mail too.',
  ],
  ticketsHow: [
    'Sýndu kóðann við innganginn, í símanum eða á blaði. Hver miði gildir fyrir einn.',
    'Show the code at the door, on your phone or on paper. Each ticket admits one.',
  ],
  ticket: [
    (n: number, of: number) => `Miði ${n} af ${of}`,
    (n: number, of: number) => `Ticket ${n} of ${of}`,
  ],
  share: [
    'Opna þennan miða einan, til dæmis til að senda öðrum',
    'Open this ticket alone, for example to send it to somebody',
  ],
  code: [(n: number) => `QR-kóði miða ${n}`, (n: number) => `QR code of ticket ${n}`],
  state: {
    valid: ['Gildur', 'Valid'],
    used: ['Þegar notaður', 'Already used'],
    unpaid: ['Ógreiddur', 'Unpaid'],
    credited: ['Ógildur – kreditfærður', 'Void – credited'],
  },
  ticketMissing: ['Miðinn finnst ekki', 'There is no such ticket'],
  orderMissing: ['Pöntunin finnst ekki', 'There is no such order'],
  previous: ['Fyrri miðar', 'Previous tickets'],
  next: ['Næstu miðar', 'Next tickets'],
  posterLead: ['Skannaðu kóðann með myndavélinni í símanum', 'Scan the code with the camera of your phone'],
  posterCode: ['QR-kóði síðunnar', 'QR code of the page'],
});
