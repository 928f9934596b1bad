import { payableAmount } from '../../invoices/payments.ts';
import { daysBetween } from '../../values/dates.ts';
import { fixed2, isNegative, sum } from '../../values/money.ts';
import { isNumberOf } from '../account-number.ts';
import type { BankAction, OtherCode } from '../actions.ts';
import { plainHeading } from '../column-names.ts';
import { kennitalasIn, nameLikeness, numbersIn } from './evidence.ts';
import type { Candidate, Facts, MatchedLine, RecordedPayment } from './facts.ts';
import { clause, type PaidOutSource } from './reasons.ts';

/** Companies that pay out what was paid by card. */
const ACQUIRERS =
  /\b(?:teya|borgun|valitor|rapyd|saltpay|straumur|stripe|adyen|nexi|worldline|netgiro|aur|paypal)\b/;
const MAX_ACQUIRER_SHARE = 0.05;
const PAYOUT_DAYS = 10;

/** Payments that are in the books already: of claims, cards, or entered by hand. */
export function proposeSettled(line: MatchedLine, { payments }: Facts): Candidate[] {
  const isOut = isNegative(line.amount);
  const near = payments.filter(
    ({ currency, day, received }) =>
      currency === line.currency && isNegative(received) === isOut && isWithin(line, day, PAYOUT_DAYS),
  );
  const unreported = near.filter((one) => one.payout === '');
  return [...singlePayments(line, near), ...reportedPayouts(line, payments), ...payouts(line, unreported)];
}

function isWithin({ day }: MatchedLine, other: string, days: number): boolean {
  return Math.abs(daysBetween(other, day)) <= days;
}

const settledBy = (payments: readonly RecordedPayment[]): BankAction => ({
  type: 'settled',
  payments: payments.map(({ guid }) => guid),
});

function singlePayments(line: MatchedLine, near: readonly RecordedPayment[]): Candidate[] {
  const kennitalas = kennitalasIn(line);
  const same = near.filter(({ received }) => received.eq(line.amount));
  return same.map((one) => {
    const isOfPayer = kennitalas.includes(one.kennitala);
    const isOfName = nameLikeness(one.name, line.name) > 0;
    return {
      score: isOfPayer ? 0.97 : isOfName ? 0.87 : 0.6,
      why: [
        clause('payment_recorded', {
          amount: line.amount.abs(),
          currency: line.currency,
          name: one.name,
          day: one.day,
        }),
      ],
      actions: [settledBy([one])],
      isExact: isOfPayer,
      mayBeCertain: isOfPayer,
    };
  });
}

const PAID_OUT: readonly PaidOutSource[] = ['claim', 'payment_link', 'sale'];

/** What the card provider says that it has paid out together, less what it has refunded. */
function reportedPayouts(line: MatchedLine, payments: readonly RecordedPayment[]): Candidate[] {
  const reported = payments.filter((one) => one.payout !== '' && one.currency === line.currency);
  return [...Map.groupBy(reported, (one) => one.payout).values()].flatMap((group) => {
    const candidate = payout(line, group, 'payment_link', true);
    return candidate ? [{ ...candidate, score: candidate.score + 0.03 }] : [];
  });
}

/** One sum for the claims or card payments of a day, or of some days in a row. */
function payouts(line: MatchedLine, near: readonly RecordedPayment[]): Candidate[] {
  const isAcquirer = ACQUIRERS.test(plainHeading(`${line.name} ${line.text}`));
  return PAID_OUT.flatMap((source) => {
    const ofSource = near.filter((one) => one.source === source && one.day <= line.day);
    const days = [...new Set(ofSource.map(({ day }) => day))].sort().reverse();
    const found: Candidate[] = [];
    for (const [from, last] of days.entries())
      for (const first of days.slice(from)) {
        const group = ofSource.filter(({ day }) => day >= first && day <= last);
        const candidate =
          group.length > 1 || source !== 'claim' ? payout(line, group, source, isAcquirer) : null;
        if (candidate) found.push({ ...candidate, score: candidate.score - (first === last ? 0 : 0.05) });
      }
    return found;
  });
}

function payout(
  line: MatchedLine,
  group: readonly RecordedPayment[],
  source: PaidOutSource,
  isAcquirer: boolean,
): Candidate | null {
  const total = sum(group.map(({ received }) => received));
  const kept = total.minus(line.amount);
  const what = { source, count: group.length, amount: total, currency: line.currency };
  if (kept.eq(0)) return { score: 0.95, why: [clause('payout', what)], actions: [settledBy(group)] };
  const isFee = kept.gt(0) && kept.lte(total.times(MAX_ACQUIRER_SHARE)) && source !== 'claim';
  if (!isFee) return null;
  return {
    score: isAcquirer ? 0.85 : 0.45,
    why: [clause('payout_fee', { ...what, kept })],
    actions: [settledBy(group), { type: 'fee', amount: fixed2(kept) }],
  };
}

/** Between two accounts of the company. */
export function proposeTransfers(line: MatchedLine, { accounts, mirrors }: Facts): Candidate[] {
  const others = accounts.filter(({ guid }) => guid !== line.bankAccountGuid);
  const amount = fixed2(line.amount.abs());
  return others.flatMap((account): Candidate[] => {
    const actions: BankAction[] = [{ type: 'transfer', bank_account_guid: account.guid, amount }];
    const isNamed = line.account !== '' && isNumberOf(account, line.account);
    const mirrored = mirrors.some(
      (one) =>
        one.bankAccountGuid === account.guid &&
        one.amount.plus(line.amount).eq(0) &&
        isWithin(line, one.day, 3),
    );
    const { name } = account;
    if (isNamed) return [{ score: 0.97, why: [clause('own_account', { name })], actions }];
    return mirrored ? [{ score: 0.7, why: [clause('mirrored', { name })], actions }] : [];
  });
}

/** Money that went out to a supplier, or came back from one. */
export function proposeCosts(line: MatchedLine, { costs }: Facts): Candidate[] {
  const isOut = isNegative(line.amount);
  const kennitalas = kennitalasIn(line);
  const numbers = numbersIn(line).all;
  const amount = line.amount.abs();
  const candidates = costs.filter((one) => one.currency === line.currency && one.isCreditNote !== isOut);
  // Banks pay whole krónur, whatever the invoice of the supplier says.
  const exact = candidates.filter(
    (one) => one.amount.eq(amount) || payableAmount(one.amount, one.currency).eq(amount),
  );
  return exact.flatMap((one): Candidate[] => {
    const isOfSupplier = one.supplierId !== '' && kennitalas.includes(one.supplierId);
    const isNamed =
      one.number !== '' && (numbers.has(one.number.replace(/^0+/, '')) || mentions(line, one.number));
    const likeness = nameLikeness(one.supplierName, line.name || line.text);
    const score = isOfSupplier ? 0.95 : isNamed ? 0.9 : likeness > 0 ? 0.8 * likeness : 0.4;
    const sign = isOfSupplier ? 'cost_kennitala' : isNamed ? 'cost_number' : 'cost_sum';
    const apart = Math.min(0.05, Math.abs(daysBetween(one.day, line.day)) / 2000);
    return [
      {
        score: score - apart,
        why: [clause(sign, { name: one.supplierName, day: one.day })],
        actions: [{ type: 'cost', cost_guid: one.guid, amount: fixed2(amount) }],
        isExact: isOfSupplier,
        mayBeCertain: isOfSupplier,
      },
    ];
  });
}

function mentions({ text, reference }: MatchedLine, number: string): boolean {
  return number.length >= 4 && `${text} ${reference}`.toLowerCase().includes(number.toLowerCase());
}

/** Credit that is paid back to a customer. */
export function proposeRefunds(line: MatchedLine, { customers, documents }: Facts): Candidate[] {
  const amount = line.amount.abs();
  const kennitalas = kennitalasIn(line);
  const { sure } = numbersIn(line);
  const notes = documents.filter((one) => one.kind === 'credit' && one.currency === line.currency);
  const byNote = notes
    .filter((one) => one.remaining.eq(amount) && (sure.has(one.number) || kennitalas.includes(one.kennitala)))
    .map(
      (one): Candidate => ({
        score: 0.95,
        why: [clause('credit_note', { number: one.number, name: one.customerName })],
        actions: [{ type: 'payment', allocations: [{ invoice_guid: one.guid }], amount: fixed2(amount) }],
        isExact: true,
        mayBeCertain: true,
      }),
    );
  const byCustomer = customers.flatMap((one): Candidate[] => {
    const isOfPayer = kennitalas.includes(one.kennitala);
    const likeness = nameLikeness(one.name, line.name || line.text);
    if (one.credit.lt(amount) || (!isOfPayer && likeness === 0)) return [];
    const isWhole = one.credit.eq(amount);
    const base = isOfPayer ? 0.9 : 0.75 * likeness;
    return [
      {
        score: isWhole ? base : base - 0.3,
        why: [clause('has_credit', { name: one.name, amount: one.credit, currency: line.currency })],
        actions: [{ type: 'payment', customer_guid: one.guid, amount: fixed2(amount) }],
        isExact: isOfPayer && isWhole && byNote.length === 0,
        mayBeCertain: isOfPayer && isWhole,
      },
    ];
  });
  return [...byNote, ...byCustomer];
}

/** What the bank's own words say, by the code that it is booked under. */
const WORDS: readonly { pattern: RegExp; code: OtherCode; side: 'in' | 'out' | 'both' }[] = [
  { pattern: /\b(?:laun|launagreidsla|salary|orlof)\b/, code: 'salary', side: 'out' },
  { pattern: /\b(?:virdisaukaskattur|vsk)\b/, code: 'vat', side: 'both' },
  {
    pattern: /\b(?:stadgreidsla|tryggingagjald|opinber gjold|skatturinn|tollstjori|rikissjodur|tax)\b/,
    code: 'tax',
    side: 'both',
  },
  {
    pattern: /\b(?:lifeyrissjodur|lifeyrissj|idgjold|pension)\b/,
    code: 'pension',
    side: 'out',
  },
  {
    pattern: /\b(?:vextir|innvextir|utvextir|interest|fjarmagnstekjuskattur)\b/,
    code: 'interest',
    side: 'both',
  },
  { pattern: /\b(?:afborgun|lan nr|loan)\b/, code: 'loan', side: 'both' },
];
const FEES =
  /\b(?:thjonustugjald|faerslugjald|argjald|kortagjald|seikostnadur|bankakostnadur|utskriftargjald|fee|charge|gjald)\b/;

export function proposeByWords(line: MatchedLine, { memories }: Facts): Candidate[] {
  const isOut = isNegative(line.amount);
  const amount = fixed2(line.amount.abs());
  const text = plainHeading(`${line.text} ${line.name}`);
  const other = (code: string, note: string): BankAction[] => [{ type: 'other', code, note, amount }];
  const remembered = memories.flatMap(({ code, note }): Candidate[] =>
    code === null
      ? []
      : [
          {
            score: 0.9,
            why: [clause('habit', { code })],
            actions: other(code, note),
          },
        ],
  );
  const known = WORDS.filter(
    ({ pattern, side }) => pattern.test(text) && (side === 'both' || (side === 'out') === isOut),
  );
  const fees =
    isOut && FEES.test(text)
      ? [{ score: 0.75, why: [clause('words_fee')], actions: [{ type: 'fee' as const, amount }] }]
      : [];
  return [
    ...remembered,
    ...known.map(({ code }) => ({
      score: 0.7,
      why: [clause('words', { code })],
      actions: other(code, line.text.slice(0, 100)),
    })),
    ...fees,
  ];
}
