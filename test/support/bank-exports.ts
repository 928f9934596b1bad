import { type FileLine, icelandicAmount, icelandicDay } from './bank-files.ts';

/** Statements as the three banks of Iceland export them: what stands above the columns, their headings and notations. */

export interface BankExport {
  account: string;
  lines: readonly FileLine[];
  /** The balance before the first line. */
  opening: number;
  isNewestFirst: boolean;
}

export interface BankLayout {
  bank: string;
  write(statement: BankExport): string;
  /** What the reader should find in a line; the layouts have different columns. */
  expect(line: FileLine): { text: string; reference: string; name: string; kennitala: string };
}

interface Row extends Required<Omit<FileLine, 'batch' | 'isReversal'>> {
  /** The day, the amount and the balance after it, as the bank writes them. */
  day: string;
  sum: string;
  after: string;
}

const empty = { text: '', reference: '', name: '', kennitala: '', account: '' };

function rowsOf({ lines, opening, isNewestFirst }: BankExport, write: (amount: number) => string): Row[] {
  let balance = opening;
  const rows = lines.map((line) => {
    balance += line.amount;
    const day = icelandicDay(line.booked_on);
    return { ...empty, ...line, day, sum: write(line.amount), after: write(balance) };
  });
  return isNewestFirst ? rows.reverse() : rows;
}

const file = (rows: readonly (readonly string[])[], end = '\r\n') =>
  rows.map((cells) => `${cells.join(';')}${end}`).join('');
/** 1234.5 as 1.234,50. */
const withCents = (amount: number) =>
  amount.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const hyphened = (kennitala: string) => kennitala && `${kennitala.slice(0, 6)}-${kennitala.slice(6)}`;
const dashed = (account: string) => `${account.slice(0, 4)}-${account.slice(4, 6)}-${account.slice(6)}`;

/** A layout with a column for the kind of transaction, which is read as the beginning of the text. */
const asTransfer: BankLayout['expect'] = ({ text = '', reference = '', name = '', kennitala = '' }) => ({
  text: `Millifært ${text}`.trim(),
  reference,
  name,
  kennitala,
});

export const BANK_LAYOUTS: readonly BankLayout[] = [
  {
    bank: 'Landsbankinn, companies',
    write(statement) {
      const rows = rowsOf(statement, icelandicAmount).map((row) => [
        ...[row.day, row.day.slice(0, 5), '0536', '^h71', row.amount < 0 ? '02' : '01', row.reference],
        // The kennitala stands where a reference may be.
        ...[row.kennitala, 'Millifært', row.text, hyphened(row.kennitala), row.name, row.sum, row.after],
      ]);
      return file([
        ['Netbanki fyrirtækja-Reikningsyfirlit'],
        [`Færslur á reikningi ${dashed(statement.account)} Veltureikningur fyrirtækja`],
        ['Allar færslur. Tímabil 1.12.2025 - 31.3.2026'],
        [''],
        'Dags;Vaxtad;Banki;RB. Nr.;Fl.;Tnr/Seðilnr.;Tilvísun;Textalykill;Skýring greiðslu;Kennitala;Texti;Upphæð;Staða'.split(
          ';',
        ),
        ...rows,
      ]);
    },
    expect: asTransfer,
  },
  {
    bank: 'Landsbankinn, persons',
    write(statement) {
      const rows = rowsOf(statement, withCents).map((row) => [
        ...[row.day, row.day, row.reference, row.text, row.name, row.sum, row.after, '0152', ''],
      ]);
      const heading = 'Dagsetning;Vaxtadagur;Tilvísun;Skýring;Texti;Upphæð;Staða;Númer útibús;Stutt tilvísun';
      return file([heading.split(';'), ...rows], '\n');
    },
    expect: ({ text = '', reference = '', name = '' }) => ({ text, reference, name, kennitala: '' }),
  },
  {
    bank: 'Arion',
    write(statement) {
      const rows = rowsOf(statement, withCents).map((row) => [
        ...[row.day, row.sum, row.after, 'ISK', row.name, row.reference, '', row.text, '01', '360', ''],
        ...['0370', '', row.day, row.name, '17', row.kennitala, `a${row.after}`],
      ]);
      return file([
        ['Heiti', 'IBAN númer', ''],
        [dashed(statement.account), `IS00${statement.account}5501234520`, ''],
        ['', '', ''],
        'Dagsetning;Upphæð;Staða;Mynt;Skýring;Seðilnúmer;Tilvísun;Texti;Færslulykill;Vaxtadagur;Textalykill;Greiðslubanki;Bunkanúmer;Vaxtadagsetning;Nafn viðtakanda eða greiðanda;Númer;Kennitala viðtakanda eða greiðanda;Einkvæmur lykill'.split(
          ';',
        ),
        ...rows,
      ]);
    },
    expect: ({ text = '', reference = '', name = '', kennitala = '' }) => ({
      text: [...new Set([name, text])].filter((part) => part !== '').join(' '),
      reference,
      name,
      kennitala,
    }),
  },
  {
    bank: 'Íslandsbanki',
    write(statement) {
      const inKronur = (amount: number) => `${icelandicAmount(amount)} kr.`;
      const rows = rowsOf(statement, inKronur).map((row) => [
        ...[row.day, row.name, row.reference, row.text, row.sum, row.after],
      ]);
      return file([
        ['Eigandi', 'Þórunnarstræti 132, húsfélag'],
        ['Kennitala', '550123-4520'],
        ['Reikningur', 'Veltureikningur. Aðalreik'],
        ['Reikningsnúmer', dashed(statement.account)],
        ['Staða', inKronur(statement.opening)],
        [''],
        ['Dagsetning frá', '01.12.2025'],
        ['Dagsetning til', '31.03.2026'],
        ['Yfirlit sótt', '2026-03-31 09:28:35'],
        [''],
        [''],
        ['Dagsetning', 'Mótaðili', 'Tilvísun', 'Texti', 'Upphæð', 'Staða'],
        ...rows,
      ]);
    },
    expect: ({ text = '', reference = '', name = '' }) => ({ text, reference, name, kennitala: '' }),
  },
  {
    bank: 'Íslandsbanki, until 2025',
    write(statement) {
      const rows = rowsOf(statement, icelandicAmount).map((row, at) => [
        ...[row.day, row.reference, 'Millifært', row.name, row.kennitala, '', '', '', 'Millifært', row.text],
        ...[row.kennitala, '', '', row.day, ''],
        // What was bought abroad stands in the currency of the shop, and the balance follows the krónur.
        ...[at === 1 ? '-2' : row.sum, row.sum, row.after],
      ]);
      return file([
        ['Íslandsbanki'],
        ['Reikningsyfirlit'],
        ['Tímabil: mars 2026'],
        ['Allar færslur'],
        'Dags.;Seðilnr.;Tegund;Mótaðili;Tilvísun;Upplýsingar um færslu;Aðrar upplýsingar;Færslulykill;Textalykill;Upplýsingar;Kennitala móttakanda;Söluaðili;Innlausnarbanki;Vaxtadagsetning;Bókunardagur greiðslu;Upphæð;Upph.ISK;Staða'.split(
          ';',
        ),
        ...rows,
      ]);
    },
    expect: asTransfer,
  },
];
