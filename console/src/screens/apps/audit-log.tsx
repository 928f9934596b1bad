import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatMoney, formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';
import { Pager } from '../../ui/lists/pager.tsx';

type Call = OutputOf<'find-audit'>['rows'][number];
const PAGE = 25;

/** The calls of connected programs, also refused ones; of all programs or of one. */
export function Audit({ agents }: { agents: readonly { agent_id: string; name: string }[] }) {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const page = Number(filters.page ?? 1) || 1;
  const input = { limit: PAGE, page, agent_id: filters.app };
  const { data, error, refetch } = useRead('find-audit', input, { keepPrevious: true });
  const chooser = agents.length > 1 && (
    <Field label={t('apps.of')} hideLabel>
      <Select value={filters.app ?? ''} onChange={({ target }) => change({ app: target.value })}>
        <option value="">{t('apps.of-all')}</option>
        {agents.map(({ agent_id, name }) => (
          <option key={agent_id} value={agent_id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <Card title={t('apps.audit')} actions={chooser} flush>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : data.count === 0 ? (
        <p className="px-5 py-8 text-center text-muted">{t('apps.no-audit')}</p>
      ) : (
        <>
          <ol className="divide-y">
            {data.rows.map((call) => (
              <CallRow key={call.id} call={call} />
            ))}
          </ol>
          <Pager
            page={page}
            pageSize={PAGE}
            count={data.count}
            onPage={(to) => change({ page: String(to) })}
          />
        </>
      )}
    </Card>
  );
}

/** Where the record that a call has made or changed is shown. */
function recordLink({ action, outcome, target }: Call): string | null {
  if (target === null) return null;
  if (outcome === 'approval_required') return `/proposals/${target}`;
  if (outcome !== 'ok' || !/^(create|update|get|do-paid|issue|resend)-/.test(action)) return null;
  if (/customer$/.test(action)) return `/customers/${target}`;
  if (/quote$/.test(action)) return `/quotes/${target}`;
  if (/recurring-invoice$/.test(action)) return '/recurring';
  if (/invoice$/.test(action)) return `/invoices?open=${target}`;
  if (/cost(-adv)?$/.test(action)) return `/costs?open=${target}`;
  return /task$/.test(action) ? `/tasks?open=${target}` : null;
}

/** What was done, or was to be done; the document says more than the name of the operation. */
function callText({ action, outcome, effect }: Call, tIfKnown: (key: string) => string | undefined): string {
  const isDone = outcome === 'ok';
  const intent = effect && tIfKnown(`effect.${effect.kind}`);
  return (!isDone && (intent || tIfKnown(`intent.${action}`))) || (tIfKnown(`action.${action}`) ?? action);
}

/** The record, the receiver and the sum. */
function effectText(
  { record, number, name, amount, currency }: NonNullable<Call['effect']>,
  { tIfKnown, lang }: { tIfKnown(key: string): string | undefined; lang: Lang },
): string {
  const acted = record && `${tIfKnown(`record.${record}`) ?? record} ${number ?? ''}`.trim();
  const sum = amount === undefined ? '' : formatMoney(amount, currency ?? 'ISK', lang);
  return [acted, name, sum].filter(Boolean).join(' · ');
}

function CallRow({ call }: { call: Call }) {
  const { t, lang, tIfKnown } = useTranslation();
  const { outcome, name, agent_id, by_program, ip_address, at, person, effect, became } = call;
  const link = recordLink(call);
  const isDone = outcome === 'ok';
  const text = callText(call, tIfKnown);
  const about = effect && effectText(effect, { tIfKnown, lang });
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-2.5">
      <span className="min-w-48 flex-1 font-medium">
        {link ? (
          <Link to={link} className="underline decoration-border-strong underline-offset-2 hover:text-accent">
            {text}
          </Link>
        ) : (
          text
        )}
        {!isDone && (
          <span className="ml-2">
            <Badge tone={outcome === 'dry_run' ? 'plain' : became === 'approved' ? 'success' : 'warning'}>
              {(became && became !== 'waiting' && tIfKnown(`proposal.${became}`)) ||
                (tIfKnown(`outcome.${outcome}`) ?? t('apps.refused'))}
            </Badge>
          </span>
        )}
        {about && <span className="block font-normal text-muted wrap-anywhere">{about}</span>}
      </span>
      <span className="text-muted wrap-anywhere">
        {name || agent_id.slice(-8)}
        {person && by_program
          ? ` · ${t(outcome === 'dry_run' ? 'apps.tried-by' : 'apps.approved-by', { name: person })}`
          : !by_program && ` · ${person ? t('apps.done-by', { name: person }) : t('apps.by-key')}`}
      </span>
      <span className="figure text-dense text-muted">{ip_address}</span>
      <span className="figure text-dense text-muted">{formatTime(at, lang)}</span>
    </li>
  );
}
