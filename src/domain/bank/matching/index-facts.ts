import { payableAmount } from '../../invoices/payments.ts';
import { addDays, daysBetween } from '../../values/dates.ts';
import { fixed2 } from '../../values/money.ts';
import { kennitalasIn, memoryKeys, nameWords, numbersIn } from './evidence.ts';
import type { Facts, MatchedLine } from './facts.ts';

const NEAR_DAYS = 10;

/** All that is looked up for a set of lines, so that each finds its own without going through the others'. */
export interface SearchKeys {
  numbers: string[];
  kennitalas: string[];
  /** Without sign. */
  amounts: string[];
  /** Words of names, as they may be written. */
  words: string[];
  memoryKeys: string[];
  from: string;
  to: string;
}

export function searchKeysOf(lines: readonly MatchedLine[]): SearchKeys {
  const each = <T>(pick: (line: MatchedLine) => Iterable<T>) => [
    ...new Set(lines.flatMap((line) => [...pick(line)])),
  ];
  const days = lines.map(({ day }) => day).sort();
  return {
    numbers: each((line) => numbersIn(line).all),
    kennitalas: each(kennitalasIn),
    amounts: each(({ amount }) => [fixed2(amount.abs())]),
    words: each(({ name, text }) => spellings(name || text)),
    memoryKeys: each(memoryKeys),
    from: addDays(days[0] ?? '2000-01-01', -NEAR_DAYS),
    to: addDays(days.at(-1) ?? '2000-01-01', NEAR_DAYS),
  };
}

/** The long words of a name as written, in small letters, in capitals, and with a capital first. */
function spellings(name: string): string[] {
  const words = name.split(/[\s,.;:]+/).filter((word) => /^\p{L}{3,}/u.test(word));
  return words.slice(0, 6).flatMap((word) => {
    const small = word.toLowerCase();
    return [word, small, word.toUpperCase(), small.charAt(0).toUpperCase() + small.slice(1)];
  });
}

/** Finds the facts of each line among those of all. */
export function indexFacts(facts: Facts): (line: MatchedLine) => Facts {
  const { documents, customers, costs, payments, memories } = facts;
  const byNumber = Map.groupBy(documents, ({ number }) => number);
  const byAmount = Map.groupBy(documents, ({ remaining }) => fixed2(remaining));
  const byKennitala = Map.groupBy(documents, ({ kennitala }) => kennitala);
  const byCustomer = Map.groupBy(documents, ({ customerGuid }) => customerGuid ?? '');
  const byWord = groupByWords(documents, ({ customerName }) => customerName);
  const customersByWord = groupByWords(customers, ({ name }) => name);
  const costsByAmount = Map.groupBy(costs, ({ amount }) => fixed2(amount));
  const costsByPayable = Map.groupBy(costs, ({ amount, currency }) =>
    fixed2(payableAmount(amount, currency)),
  );
  const memoryByKey = Map.groupBy(memories, ({ key }) => key);
  return (line) => {
    const kennitalas = kennitalasIn(line);
    const words = nameWords(line.name || line.text);
    const amount = fixed2(line.amount.abs());
    const remembered = memoryKeys(line).flatMap((key) => memoryByKey.get(key) ?? []);
    const known = remembered.flatMap(({ customerGuid }) => customerGuid ?? []);
    const named = new Set([
      ...[...numbersIn(line).all].flatMap((number) => byNumber.get(number) ?? []),
      ...(byAmount.get(amount) ?? []),
      ...kennitalas.flatMap((one) => byKennitala.get(one) ?? []),
      ...words.flatMap((word) => byWord.get(word) ?? []),
      ...known.flatMap((guid) => byCustomer.get(guid) ?? []),
    ]);
    // All invoices of whoever has one of them: the sum may be that of several.
    const all = new Set(
      [...named].flatMap((one) => [one, ...(byCustomer.get(one.customerGuid ?? '') ?? [])]),
    );
    return {
      ...facts,
      documents: all.size <= MAX_DOCUMENTS ? [...all] : [...named],
      customers: [
        ...new Set([
          ...customers.filter(
            ({ guid, kennitala }) => kennitalas.includes(kennitala) || known.includes(guid),
          ),
          ...words.flatMap((word) => customersByWord.get(word) ?? []),
        ]),
      ],
      costs: [...new Set([costsByAmount, costsByPayable].flatMap((by) => by.get(amount) ?? []))],
      payments: payments.filter(({ day }) => Math.abs(daysBetween(day, line.day)) <= NEAR_DAYS),
      memories: remembered.slice(0, 1),
    };
  };
}

/** More than anybody could mean by one transfer. */
const MAX_DOCUMENTS = 300;

function groupByWords<T extends object>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all)
    for (const word of new Set(nameWords(nameOf(one)))) {
      const same = found.get(word);
      if (same) same.push(one);
      else found.set(word, [one]);
    }
  return found;
}
