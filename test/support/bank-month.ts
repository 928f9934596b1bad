import type { FileLine } from './bank-files.ts';
import { Random } from './fuzz/random.ts';

/** A line of a month, with what it is in truth: its actions, or the state of one that is set aside. */
export interface TrueLine {
  line: FileLine;
  /** The invoices that it pays. */
  numbers: string[];
  truth: (string | undefined)[][] | 'ignored';
  isIgnored: boolean;
}

type Issue = (name: string, amount: number) => Promise<{ guid: string; number: string }>;

const FIRST = ['Norður', 'Suður', 'Austur', 'Vestur', 'Fjalla', 'Hafnar', 'Borgar', 'Eyja', 'Dala', 'Heiða'];
const LAST = ['smiðjan ehf.', 'lausnir ehf.', 'þjónustan sf.', 'verk hf.', 'búðin ehf.', 'skip hf.'];

/** Money in and out of a small company, as a bank lists it; letters tell the texts apart, because digits could be numbers of invoices. */
export async function bankMonth(count: number, seed: number, issue: Issue): Promise<TrueLine[]> {
  const random = new Random(seed);
  const month: TrueLine[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = `${FIRST[random.below(FIRST.length)]}${LAST[random.below(LAST.length)]}`;
    const booked_on = `2026-03-${String(1 + Math.floor((at * 15) / count)).padStart(2, '0')}`;
    const mark = [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const amount = 1000 * (5 + random.below(90)) + at;
    const paid = async (
      text: (numbers: string) => string,
      sums: number[],
      sum: number,
    ): Promise<TrueLine> => {
      const invoices = [];
      for (const one of sums) invoices.push(await issue(name, one));
      const numbers = invoices.map(({ number }) => number);
      const line = { booked_on, amount: sum, text: `${text(numbers.join(' og '))} (${mark})`, name };
      const guids = invoices.map(({ guid }) => guid).sort();
      return { line, numbers, truth: [['payment', ...guids]], isIgnored: false };
    };
    const other = (text: string, sum: number, truth: TrueLine['truth']): TrueLine => ({
      line: { booked_on, amount: sum, text: `${text} (${mark})` },
      numbers: [],
      truth,
      isIgnored: truth === 'ignored',
    });
    const kind = random.below(100);
    if (kind < 45) month.push(await paid((number) => `Reikn ${number}`, [amount], amount));
    else if (kind < 60) month.push(await paid(() => 'Innborgun', [amount], amount));
    else if (kind < 66)
      month.push(await paid((both) => `Reikn ${both}`, [3000 + at, 7000 + 2 * at], 10_000 + 3 * at));
    else if (kind < 70)
      month.push(await paid((number) => `Hluti af reikn ${number}`, [100_000 + at], 40_000));
    else if (kind < 82) month.push(other('Færslugjald', -(100 + 10 * random.below(9)), [['fee']]));
    else if (kind < 87) month.push(other('Laun', -(300_000 + at), [['other', 'salary']]));
    else if (kind < 90) month.push(other('Lífeyrissjóður', -(50_000 + at), [['other', 'pension']]));
    else if (kind < 94) month.push(other('Innvextir', 1 + random.below(50), [['other', 'interest']]));
    else month.push(other('POS verslun', -(1990 + at), 'ignored'));
  }
  return month;
}
