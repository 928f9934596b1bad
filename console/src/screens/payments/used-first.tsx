import { Link } from '@tanstack/react-router';
import type { Problem } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { usePaymentText } from './payment-text.ts';

/** Links to the payments that have used the credit of this one, and must be taken back first. */
export function UsedFirst({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const used = problems.find(({ code }) => code === 'credit_already_used');
  if (!used) return null;
  return (
    <section className="rounded-lg bg-warning-subtle px-3.5 py-3">
      <h3 className="mb-1 font-semibold text-warning">{t('payment.reverse-first')}</h3>
      <ul className="grid gap-1">
        {(used.details[0] ?? '').split(', ').map((guid) => (
          <li key={guid}>
            <PaymentLink guid={guid} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PaymentLink({ guid }: { guid: string }) {
  const { nameOf } = usePaymentText();
  const { data } = useRead('get-payment', { guid });
  return (
    <Link
      to="/payments"
      search={{ open: guid }}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      {data ? nameOf(data) : '…'}
    </Link>
  );
}
