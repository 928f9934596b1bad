import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { decimal, sum } from '../../../../src/domain/values/money.ts';
import { useRead } from '../../api/queries.ts';
import type { Customer, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { FittedFigure } from '../../ui/elements/fitted-figure.tsx';

type TabSum = OutputOf<'find-invoices'>['tabs'][number];

interface Money {
  currency: string;
  amount: number;
}

/** The sum of each currency. */
function sumByCurrency(sums: readonly Money[]): Money[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    amount: sum(of.map(({ amount }) => decimal(amount))).toNumber(),
  }));
}

const isLate = ({ tab }: TabSum) => tab === 'overdue' || tab === 'collection';
const isOwed = (one: TabSum) => one.tab === 'open' || isLate(one);
const toMoney = ({ currency, total }: TabSum): Money => ({ currency, amount: total });

interface Props {
  customer: Customer;
  onPayBack(currency: string): void;
}

/** What the customer owes today in each currency, how much of it is late, and what is owed to the customer. */
export function Balance({ customer: { guid, credits }, onPayBack }: Props) {
  const { t } = useTranslation();
  const { data } = useRead('find-invoices', { customer_guid: guid, limit: 1 });
  if (!data) return null;
  const owed = sumByCurrency(data.tabs.filter(isOwed).map(toMoney));
  const late = sumByCurrency(data.tabs.filter(isLate).map(toMoney));
  const returned = credits.map(({ currency, amount }) => ({ currency, amount: -amount }));
  return (
    <dl className="grid grid-cols-2 gap-3">
      <BalanceCard label={t('customers.owed')} sums={owed} />
      <BalanceCard label={t('customer.late')} sums={late} tone={late.length > 0 ? 'text-warning' : ''} />
      {credits.length > 0 && (
        <>
          <BalanceCard label={t('payment.credit')} sums={credits} tone="text-note">
            {credits.map(({ currency }) => (
              <Button
                key={currency}
                small
                icon={<HandCoins size={15} aria-hidden />}
                onClick={() => onPayBack(currency)}
              >
                {credits.length > 1 ? `${t('payment.pay-back')} (${currency})` : t('payment.pay-back')}
              </Button>
            ))}
          </BalanceCard>
          <BalanceCard label={t('statement.balance')} sums={sumByCurrency([...owed, ...returned])} />
        </>
      )}
    </dl>
  );
}

interface CardProps {
  label: string;
  sums: readonly Money[];
  tone?: string;
  children?: ReactNode;
}

function BalanceCard({ label, sums, tone = '', children }: CardProps) {
  const { lang } = useTranslation();
  const shown = sums.length > 0 ? sums : [{ currency: 'ISK', amount: 0 }];
  return (
    <div className="min-w-0 rounded-xl border bg-paper p-4 shadow-card">
      <dt className="text-muted">{label}</dt>
      <dd className={tone}>
        {shown.map(({ currency, amount }) => (
          <FittedFigure key={currency} text={formatMoney(amount, currency, lang)} />
        ))}
      </dd>
      {children && <dd className="no-print mt-2 flex flex-wrap gap-2">{children}</dd>}
    </div>
  );
}
