import { Check, RotateCcw, Trash2 } from 'lucide-react';
import type { Cost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';

interface Action {
  busy: boolean;
  run(): void;
}

interface Props {
  cost: Cost;
  amount: string;
  /** Submits the form. */
  approve: { busy: boolean };
  reopen: Action;
  remove: Action;
}

/** The buttons of a cost; the server says which of them its state allows. */
export function ReviewActions({ cost, amount, approve, reopen, remove }: Props) {
  const { t, lang } = useTranslation();
  return (
    <div className="flex flex-wrap gap-2 border-t px-5 py-3.5">
      {cost.may.approve && (
        <Button type="submit" variant="primary" icon={<Check size={16} aria-hidden />} busy={approve.busy}>
          {amount
            ? t('costs.approve-amount', { amount: formatMoney(Number(amount) || 0, cost.currency, lang) })
            : t('costs.approve')}
        </Button>
      )}
      {cost.may.reopen && (
        <Button icon={<RotateCcw size={16} aria-hidden />} busy={reopen.busy} onClick={reopen.run}>
          {t('costs.reopen')}
        </Button>
      )}
      {cost.may.delete && (
        <Button
          variant="danger"
          icon={<Trash2 size={16} aria-hidden />}
          busy={remove.busy}
          onClick={remove.run}
        >
          {t('delete')}
        </Button>
      )}
    </div>
  );
}
