import { Link } from '@tanstack/react-router';
import { ArrowRight, CheckCircle2, Circle } from 'lucide-react';
import { useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { SELLER_DETAIL_LINKS } from '../../ui/records/seller-needs.tsx';

type FirstStepsData = OutputOf<'get-first-steps'>;
type Step = FirstStepsData['steps'][number]['step'];

const PATHS: Record<Step, { to: string; search?: Record<string, string> }> = {
  ...SELLER_DETAIL_LINKS,
  logo: { to: '/settings/company', search: { field: 'logo' } },
  customer: { to: '/customers', search: { new: '1' } },
  invoice: { to: '/invoices/new' },
};

/** What a new company sets up, ticked off as it is done. */
export function FirstSteps({ data: { steps } }: { data: FirstStepsData }) {
  const { t } = useTranslation();
  const hide = useWrite('set-preferences');
  const done = steps.filter(({ is_done }) => is_done).length;
  const next = steps.find(({ is_done }) => !is_done)?.step;
  const actions = (
    <Button
      variant="quiet"
      small
      busy={hide.isPending}
      onClick={() => hide.mutate({ first_steps_hidden: true })}
    >
      {t('steps.hide')}
    </Button>
  );
  return (
    <Card title={t('steps.title')} actions={actions} flush>
      <div className="px-5 pt-4">
        <div
          role="progressbar"
          aria-label={t('steps.title')}
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={steps.length}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-all"
            style={{ width: `${(done / steps.length) * 100}%` }}
          />
        </div>
        <p className="mt-2 text-dense text-muted">{t('steps.done', { done, of: steps.length })}</p>
      </div>
      <ol className="divide-y pt-2">
        {steps.map(({ step, is_done }) => (
          <li key={step}>
            <Link
              to={PATHS[step].to}
              search={PATHS[step].search ?? {}}
              // The screen scrolls to the field itself.
              resetScroll={!PATHS[step].search?.field}
              className={`flex items-center gap-3 px-5 py-3 hover:bg-sunken ${step === next ? 'bg-accent-subtle' : ''}`}
            >
              {is_done ? (
                <CheckCircle2 size={18} className="shrink-0 text-accent" aria-hidden />
              ) : (
                <Circle size={18} className="shrink-0 text-muted" aria-hidden />
              )}
              <span className="min-w-0 flex-1">
                <span className={`block font-medium ${is_done ? 'text-muted line-through' : ''}`}>
                  {t(`steps.${step}`)}
                </span>
                {!is_done && <span className="block text-dense text-muted">{t(`steps.${step}-about`)}</span>}
              </span>
              {is_done ? (
                <span className="sr-only">{t('steps.is-done')}</span>
              ) : (
                <ArrowRight size={16} className="shrink-0 text-muted" aria-hidden />
              )}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
