import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button, IconButton } from '../../ui/elements/button.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { type Delivery, isOnItsWay, resendLabel, shownState } from './delivery-state.ts';

const STATES = ['all', 'waiting', 'delivered', 'failed'] as const;
type Shown = (typeof STATES)[number];
const TONES = { waiting: 'info', failing: 'warning', delivered: 'success', failed: 'danger' } as const;
const LIMIT = 50;
const POLL_MS = 1500;

/** The newest messages of a webhook, with what was sent and what came back. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [state, setState] = useState<Shown>('all');
  const input = { guid: webhook.guid, limit: LIMIT, ...(state !== 'all' && { state }) };
  const { data, error, refetch, isFetching } = useRead('get-webhook-deliveries', input, {
    keepPrevious: true,
    pollMs: (rows) => (rows?.some((one) => isOnItsWay(one, new Date())) ? POLL_MS : false),
  });
  const reload = (
    <IconButton label={t('webhooks.reload')} icon={<RefreshCw size={16} />} onClick={() => void refetch()} />
  );
  return (
    <Card title={t('webhooks.log-of', { url: webhook.description || webhook.url })} actions={reload} flush>
      <div className="px-5 py-3">
        <Segments<Shown> label={t('webhooks.log-state')} values={STATES} value={state} onChange={setState}>
          {(value) => t(`webhooks.delivery-${value}`)}
        </Segments>
      </div>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} busy={isFetching} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : data.length === 0 ? (
        <p className="px-5 py-8 text-center text-muted">{t('webhooks.log-empty')}</p>
      ) : (
        <ol className="divide-y border-t">
          {data.map((delivery) => (
            <DeliveryRow key={delivery.event_id} delivery={delivery} webhook={webhook} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function DeliveryRow({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const { t, lang } = useTranslation();
  const { type, created_at, next_at, request, tries, event_id } = delivery;
  const state = shownState(delivery);
  const resendText = resendLabel(delivery, webhook);
  const last = tries.at(-1);
  const errorText = useErrorText();
  const again = useWrite('redeliver-webhook');
  const resend = () =>
    again.mutate(
      { guid: webhook.guid, event_id },
      { onSuccess: () => showToast(t('webhooks.resent')), onError: (error) => showToast(errorText(error)) },
    );
  return (
    <li className="px-5 py-3">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-48 flex-1 font-medium">{type}</span>
          <span className="figure text-dense text-muted">{formatTime(created_at, lang)}</span>
          {state === 'failing' && last && (
            <span className="text-dense text-muted">{last.status ?? t('webhooks.no-answer')}</span>
          )}
          <Badge tone={TONES[state]}>{t(`webhooks.delivery-${state}`)}</Badge>
        </summary>
        <div className="mt-3 grid gap-3 text-dense">
          {next_at && <p className="text-muted">{t('webhooks.next', { time: formatTime(next_at, lang) })}</p>}
          {request && <Code label={t('webhooks.request')} text={request} />}
          {tries.length > 0 && <p className="font-medium">{t('webhooks.attempts')}</p>}
          {tries.map((one) => (
            <div key={one.at} className="grid gap-1.5">
              <p className="text-muted">
                {formatTime(one.at, lang)} · {one.status ?? t('webhooks.no-answer')} · {one.duration_ms} ms
                {one.error && ` · ${one.error}`}
              </p>
              {one.answer && <Code label="" text={one.answer} />}
            </div>
          ))}
          {resendText && (
            <div>
              <Button small busy={again.isPending} onClick={resend}>
                {t(resendText)}
              </Button>
            </div>
          )}
        </div>
      </details>
    </li>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <div>
      {label && <p className="mb-1 font-medium">{label}</p>}
      <pre className="max-h-60 overflow-auto rounded-lg bg-sunken px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </div>
  );
}
