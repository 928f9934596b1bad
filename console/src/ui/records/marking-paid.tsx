import { CheckCircle2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { BANK_TRANSFER } from '../../api/choices.ts';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { sumText } from '../../lib/sum-text.ts';
import type { BulkAction } from '../bulk/bulk-action.ts';

/** Fetched when the question is opened first: a list must load fast. */
const PaidChoices = lazy(async () => ({
  default: (await loadChunk(() => import('./paid-choices.tsx'))).PaidChoices,
}));

interface Owed {
  guid: string;
  currency: string;
}

/** Marking many invoices as paid: each gets a payment of what is left of it, all of one day and in one way. */
export function useMarkingPaid<Row extends Owed>(
  amountOf: (row: Row) => number,
): Omit<BulkAction<Row>, 'applies'> {
  const { t, tn, lang } = useTranslation();
  const { data: session } = useSession();
  return {
    label: t('bulk.mark-paid'),
    icon: <CheckCircle2 size={15} aria-hidden />,
    does: {
      write: { operation: 'do-paid-invoice' },
      about: (of) => tn('bulk.paid-about', of.length, { sum: sumText(of, amountOf, lang) }),
      choices: {
        initial: { paid_on: session?.today ?? '', method_payment: BANK_TRANSFER },
        render: (form) => (
          <Suspense fallback={null}>
            <PaidChoices form={form} />
          </Suspense>
        ),
      },
    },
  };
}
