import { ExternalLink, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useRead, useSession } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';
import { MoreMenu } from '../../ui/records/record-row.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { type Asked, WebhookQuestion } from './webhook-questions.tsx';

/** The addresses that events are sent to; for owners. */
export function Webhooks() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  if (session && session.person.role !== 'owner')
    return (
      <Page title={t('nav.webhooks')} description={t('webhooks.about')}>
        <Card>{t('owners-only')}</Card>
      </Page>
    );
  return session ? <WebhookList /> : null;
}

function WebhookList() {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useRead('get-webhooks', {});
  const [isCreating, setIsCreating] = useState(false);
  const [logOf, setLogOf] = useState<string | null>(null);
  const shown = data?.find(({ guid }) => guid === logOf);
  const create = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <Page
      title={t('nav.webhooks')}
      description={t('webhooks.about')}
      actions={data && data.length > 0 && create}
    >
      <div className="grid gap-4">
        <Card flush>
          {error && !data ? (
            <LoadError error={error} onRetry={refetch} busy={isFetching} />
          ) : !data ? (
            <Skeleton rows={3} />
          ) : data.length === 0 ? (
            <EmptyState
              icon={<WebhookIcon size={22} aria-hidden />}
              title={t('webhooks.empty')}
              description={t('webhooks.empty-about')}
            >
              {create}
              <a href="/docs#event-types" className={buttonClass()}>
                <ExternalLink size={15} aria-hidden />
                {t('webhooks.docs')}
              </a>
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {data.map((webhook) => (
                <WebhookRow key={webhook.guid} webhook={webhook} onLog={() => setLogOf(webhook.guid)} />
              ))}
            </ul>
          )}
        </Card>
        {shown && <DeliveryLog key={shown.guid} webhook={shown} />}
      </div>
      {isCreating && <WebhookDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

/** The service says why in English; other reasons are shown as they are. */
const REASONS = [
  [/ 410\b/, 'webhooks.reason-gone'],
  [/ tried \d+ times /, 'webhooks.reason-failed'],
  [/^Disabled by the account$/, 'webhooks.reason-account'],
] as const;

function WebhookRow({ webhook, onLog }: { webhook: Webhook; onLog(): void }) {
  const { t, tIfKnown } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { url, description, types, state, disabled_reason, waiting } = webhook;
  const [, reason] = REASONS.find(([pattern]) => pattern.test(disabled_reason)) ?? [];
  const isActive = state === 'active';
  const ask = (what: Asked) => () => setAsked(what);
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-56 flex-1">
        <p className="font-semibold wrap-anywhere">{description || url}</p>
        {description && <p className="text-dense text-muted wrap-anywhere">{url}</p>}
        {disabled_reason && <p className="text-dense text-danger">{reason ? t(reason) : disabled_reason}</p>}
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label={t('webhooks.types')}>
          {types.length === 0 && (
            <li>
              <Badge>{t('webhooks.everything')}</Badge>
            </li>
          )}
          {types.map((type) => (
            <li key={type}>
              <Badge>{tIfKnown(`webhooks.noun-${type.replace('.*', '')}`) ?? type}</Badge>
            </li>
          ))}
        </ul>
      </div>
      {waiting > 0 && <Badge tone="info">{t('webhooks.waiting', { count: waiting })}</Badge>}
      <Badge tone={isActive ? 'success' : 'warning'}>
        {t(isActive ? 'webhooks.state-active' : 'webhooks.state-disabled')}
      </Badge>
      <Button small onClick={onLog}>
        {t('webhooks.log')}
        <span className="sr-only">: {url}</span>
      </Button>
      <PendingBadge guid={webhook.guid}>
        <MoreMenu
          of={url}
          choices={[
            ...(isActive
              ? [
                  { label: t('webhooks.test'), onSelect: ask('test') },
                  { label: t('webhooks.resend-many'), onSelect: ask('resend') },
                ]
              : []),
            { label: t('webhooks.edit'), onSelect: ask('edit') },
            { label: t('webhooks.rotate'), onSelect: ask('rotate') },
            {
              label: t(isActive ? 'webhooks.disable' : 'webhooks.enable'),
              onSelect: ask(isActive ? 'disable' : 'enable'),
            },
            'line',
            { label: t('webhooks.delete'), danger: true, onSelect: ask('delete') },
          ]}
        />
      </PendingBadge>
      {asked && <WebhookQuestion asked={asked} webhook={webhook} onClose={() => setAsked(null)} />}
    </li>
  );
}
