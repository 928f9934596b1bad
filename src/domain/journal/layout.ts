/** What a column of a file can hold. */
export const LAYOUT_FIELDS = [
  ...(['date', 'number', 'text', 'account', 'account_name', 'debit', 'credit', 'amount'] as const),
  ...(['vat_code', 'vat_rate', 'customer', 'customer_name', 'currency'] as const),
  ...(['ledger', 'ledger_account', 'entry', 'empty'] as const),
] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];

export const SEPARATORS = [';', ',', 'tab'] as const;
export const DECIMAL_MARKS = ['.', ','] as const;
export const THOUSANDS_MARKS = ['none', '.', ',', 'space'] as const;
export const DATE_FORMATS = ['Y-m-d', 'd.m.Y', 'd-m-Y', 'd/m/Y', 'Ymd'] as const;

/** How the lines of a journal are written into a file. */
export interface JournalLayout {
  columns: readonly { field: LayoutField; heading: string }[];
  separator: (typeof SEPARATORS)[number];
  decimal_mark: (typeof DECIMAL_MARKS)[number];
  thousands_mark: (typeof THOUSANDS_MARKS)[number];
  date_format: (typeof DATE_FORMATS)[number];
  has_header: boolean;
  /** Sales and costs are stated with their VAT and its rate, instead of VAT in lines of its own. */
  with_vat: boolean;
}

const columns = (...pairs: readonly (readonly [LayoutField, string])[]) =>
  pairs.map(([field, heading]) => ({ field, heading }));

const named = (...names: readonly LayoutField[]) => columns(...names.map((name) => [name, name] as const));

const GENERAL: JournalLayout = {
  columns: named(
    ...(['date', 'number', 'text', 'account', 'debit', 'credit'] as const),
    ...(['vat_code', 'customer', 'currency'] as const),
  ),
  separator: ';',
  decimal_mark: '.',
  thousands_mark: 'none',
  date_format: 'Y-m-d',
  has_header: true,
  with_vat: false,
};

/** The layouts that every company has. Columns of other programs can be set up as a layout of one's own. */
export const BUILT_IN_LAYOUTS = {
  general: GENERAL,
  dk: {
    ...GENERAL,
    columns: columns(
      ['date', 'Dagsetning'],
      ['number', 'Fylgiskjal'],
      ['text', 'Texti'],
      ['account', 'Lykill'],
      ['debit', 'Debet'],
      ['credit', 'Kredit'],
      ['vat_code', 'VSK'],
      ['customer', 'Viðskiptamaður'],
      ['currency', 'Gjaldmiðill'],
    ),
    decimal_mark: ',',
    date_format: 'd.m.Y',
  },
  payday: {
    ...GENERAL,
    columns: columns(
      ['entry', 'Færsla nr'],
      ['date', 'Dags.'],
      ['text', 'Lýsing'],
      ['ledger', 'Tegund'],
      ['ledger_account', 'Lykill'],
      ['amount', 'Fjárhæð m/vsk'],
      ['vat_rate', 'VSK'],
      ['number', 'Tilvísun'],
      ['empty', 'Mótlykill'],
    ),
    decimal_mark: ',',
    date_format: 'd.m.Y',
    with_vat: true,
  },
  uniconta: {
    ...GENERAL,
    columns: columns(
      ['date', 'Dato'],
      ['number', 'Bilag'],
      ['text', 'Tekst'],
      ['account', 'Konto'],
      ['debit', 'Debet'],
      ['credit', 'Kredit'],
      ['vat_code', 'Momskode'],
      ['customer', 'Debitor'],
      ['currency', 'Valuta'],
    ),
    decimal_mark: ',',
    thousands_mark: '.',
    date_format: 'd-m-Y',
  },
} as const satisfies Record<string, JournalLayout>;

/** The defaults of a layout. */
export const LAYOUT_DEFAULTS: Omit<JournalLayout, 'columns'> = (({ columns: _, ...formats }) => formats)(
  GENERAL,
);
