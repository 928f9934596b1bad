import { CircleCheck, Scale, TriangleAlert } from 'lucide-react';
import { decimal, sum } from '../../../../src/domain/values/money.ts';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Gaps } from './gaps.tsx';

type Compared = OutputOf<'compare-bank-accounts'>['accounts'][number];

/** What the bank says is on an account, or on all, against what the books say, and why they differ. */
export function Comparison({ account }: { account: string | undefined }) {
  const { data } = useRead('compare-bank-accounts', {}, { keepPrevious: true });
  const accounts =
    data?.accounts.filter(
      ({ guid, balance_on, open, ignored }) =>
        (!account || guid === account) && (balance_on !== null || open.count > 0 || ignored.count > 0),
    ) ?? [];
  if (accounts.length === 0) return null;
  return (
    <div className="mb-4 grid gap-3 lg:grid-cols-2">
      {accounts.map((one) => (
        <AccountComparison key={one.guid} compared={one} />
      ))}
    </div>
  );
}

function AccountComparison({ compared }: { compared: Compared }) {
  const { t, lang } = useTranslation();
  const { name, currency, statement, books, balance_on, missing } = compared;
  const money = (amount: number) => formatMoney(amount, currency, lang);
  const difference = statement === null || books === null ? null : decimal(statement).minus(books).toNumber();
  const reasons = useReasons(compared, money);
  return (
    <section aria-label={name} className="rounded-xl border bg-paper px-4 py-3 text-dense shadow-card">
      <p className="mb-1.5 flex items-center gap-2 font-semibold">
        {missing.length > 0 ? (
          <TriangleAlert size={15} className="text-warning" aria-hidden />
        ) : difference === 0 ? (
          <CircleCheck size={15} className="text-accent" aria-hidden />
        ) : (
          <Scale size={15} className="text-muted" aria-hidden />
        )}
        {name}
        {balance_on && <span className="font-normal text-muted">{formatDate(balance_on, lang)}</span>}
      </p>
      {difference === null ? (
        <p className="text-muted">{t('bank.no-balance')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4">
          <dt className="text-muted">{t('bank.statement-balance')}</dt>
          <dd className="figure text-right">{money(statement ?? 0)}</dd>
          <dt className="text-muted">{t('bank.books-balance')}</dt>
          <dd className="figure text-right">{money(books ?? 0)}</dd>
        </dl>
      )}
      {difference !== null && (
        <p className="mt-1.5">
          {difference === 0 ? t('bank.agree') : t('bank.differ', { amount: money(difference) })}
        </p>
      )}
      <ul className="list-disc pl-4 text-muted">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Gaps missing={missing} currency={currency} />
    </section>
  );
}

function useReasons(
  { open, ignored, missing, untied, unexplained }: Compared,
  money: (amount: number) => string,
) {
  const { t, tn } = useTranslation();
  const gaps = sum(missing.map(({ amount }) => decimal(amount)));
  return [
    ...(open.count > 0
      ? [tn('bank.differ-open', open.count, { in: money(open.in), out: money(-open.out) })]
      : []),
    ...(ignored.count > 0
      ? [tn('bank.differ-ignored', ignored.count, { amount: money(ignored.amount) })]
      : []),
    ...(missing.length > 0 ? [t('bank.differ-missing', { amount: money(gaps.toNumber()) })] : []),
    ...(unexplained ? [t('bank.differ-else', { amount: money(unexplained) })] : []),
    ...(untied.count > 0 ? [tn('bank.untied', untied.count, { amount: money(untied.amount) })] : []),
  ];
}
