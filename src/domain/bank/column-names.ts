/** What a column of a statement holds. Several columns may be text or reference; they are joined. */
export const STATEMENT_FIELDS = [
  'booked_on',
  'value_on',
  'amount',
  'amount_in',
  'amount_out',
  'balance',
  'text',
  'reference',
  'counterparty_name',
  'counterparty_registration_no',
  'counterparty_account_no',
  'account_no',
  'currency',
] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

/** Names of a mapping that are no columns, but the formats of the file. */
export const FORMAT_NAMES = ['date_format', 'decimal', 'separator', 'encoding'] as const;

/** The headings that Icelandic banks and their English exports use, as `plainHeading` writes them. */
const HEADINGS: Readonly<Record<StatementField, readonly string[]>> = {
  booked_on: [
    ...['dagsetning', 'dags', 'dagur', 'bokunardagur', 'bokunardags', 'bokunardagsetning', 'faersludagur'],
    ...['faersludags', 'dagsetning faerslu', 'date', 'booking date', 'booked', 'booked on', 'posting date'],
    ...['transaction date', 'hreyfingardagur', 'hreyfingardags'],
  ],
  value_on: [
    ...['vaxtadagur', 'vaxtadags', 'vaxtad', 'vaxtadagsetning', 'gildisdagur'],
    ...['value date', 'value on', 'interest date'],
  ],
  amount: [
    'upphaed',
    'fjarhaed',
    'amount',
    'upphaed i isk',
    'upph isk',
    'hreyfing',
    'upphaed faerslu',
    'faersluupphaed',
    'sum',
  ],
  amount_in: [
    'innborgun',
    'innborganir',
    'inn',
    'innlagt',
    'innlegg',
    'kredit',
    'credit',
    'money in',
    'paid in',
  ],
  amount_out: [
    'uttekt',
    'uttektir',
    'ut',
    'utborgun',
    'utborganir',
    'debet',
    'debit',
    'money out',
    'paid out',
  ],
  balance: [
    ...['stada', 'stada reiknings', 'reikningsstada', 'stada eftir', 'stada eftir faerslu', 'innistaeda'],
    ...['balance', 'balance after', 'running balance', 'eftirstodvar'],
  ],
  text: [
    ...['texti', 'skyring', 'skyringar', 'skyringartexti', 'lysing', 'faerslutexti', 'faersluskyring'],
    ...['skyring greidslu', 'textalykill', 'upplysingar', 'upplysingar um faerslu', 'adrar upplysingar'],
    ...['text', 'description', 'details', 'athugasemd', 'texti faerslu'],
  ],
  reference: [
    ...['tilvisun', 'tilvisunarnumer', 'tilvisunarnr', 'reference', 'ref', 'sedilnumer', 'faerslunumer'],
    ...['sedilnr', 'tnr sedilnr', 'payment reference', 'reference number'],
  ],
  counterparty_name: [
    ...['nafn', 'nafn motadila', 'nafn greidanda', 'nafn vidtakanda', 'nafn vidtakanda eda greidanda'],
    ...[
      'vidtakandi greidandi',
      'greidandi',
      'vidtakandi',
      'motadili',
      'name',
      'counterparty',
      'payer',
      'payee',
    ],
    ...['counterparty name'],
  ],
  counterparty_registration_no: [
    ...['kennitala', 'kt', 'kennitala motadila', 'kennitala greidanda', 'kennitala vidtakanda'],
    ...['kennitala mottakanda'],
    ...[
      'kennitala vidtakanda eda greidanda',
      'national id',
      'counterparty registration no',
      'kennitala eiganda',
    ],
  ],
  counterparty_account_no: [
    ...['motreikningur', 'reikningur motadila', 'reikningsnumer motadila', 'counterparty account'],
    ...['counterparty account no', 'mot reikningur'],
  ],
  account_no: ['reikningur', 'reikningsnumer', 'reikningsnr', 'account', 'account no', 'account number'],
  currency: ['gjaldmidill', 'mynt', 'currency', 'gjm'],
};

const LETTERS: Readonly<Record<string, string>> = { þ: 'th', ð: 'd', æ: 'ae', ö: 'o', ø: 'o' };

/** A heading without case, accents and punctuation: `Bókunard.` is `bokunard`. */
export function plainHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[þðæöø]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Landsbankinn writes the name of the other party under the heading Texti. These headings of its own are in the same row. */
const LANDSBANKINN = ['skyring greidslu', 'numer utibus'];

/** What the columns of a row of headings hold; null where nobody knows. */
export function fieldsOfHeadings(headings: readonly string[]): (StatementField | null)[] {
  const plain = headings.map(plainHeading);
  const isLandsbankinn = LANDSBANKINN.some((heading) => plain.includes(heading));
  return plain.map((heading) => {
    if (isLandsbankinn && heading === 'texti') return 'counterparty_name';
    return STATEMENT_FIELDS.find((field) => HEADINGS[field].includes(heading)) ?? null;
  });
}
