import { LIMITS } from '../../api/limits.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatTime } from '../../lib/format.ts';
import { useFields } from '../../lib/use-fields.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';

type AccountImport = OutputOf<'get-account-imports'>[number];

const POLL_MS = 2000;
const MAX = LIMITS['start-account-import'];
const COUNTS = ['new', 'changed', 'known', 'left_out', 'refused'] as const;
const TONES = { running: 'info', done: 'success', stopped: 'plain', failed: 'danger' } as const;

/** Brings the books of another account with the same API, and shows how far the newest import has come. */
export function ImportAccount() {
  const { data: session } = useSession();
  const isOwner = session?.person.role === 'owner';
  const { data: imports } = useRead(
    'get-account-imports',
    { limit: 1 },
    { enabled: isOwner, pollMs: (found) => (found?.[0]?.state === 'running' ? POLL_MS : false) },
  );
  const { t } = useTranslation();
  if (!isOwner) return null;
  const newest = imports?.[0];
  return (
    <Card title={t('from-account.title')}>
      <p className="mb-4 text-muted">{t('from-account.about')}</p>
      <Start />
      <div aria-live="polite" className="mt-5 empty:hidden">
        {newest && <Progress found={newest} />}
      </div>
    </Card>
  );
}

function Start() {
  const { t } = useTranslation();
  const form = useFields({ from_url: '', from_username: '', from_api_key: '' });
  const start = useWrite('start-account-import');
  const submit = () => start.mutate(form.fields, { onSuccess: form.discard });
  return (
    <Form error={start.error} onSubmit={submit} className="grid gap-4 sm:grid-cols-3">
      <TextField
        form={form}
        name="from_url"
        label={t('from-account.url')}
        type="url"
        required
        maxLength={MAX.from_url}
      />
      <TextField
        form={form}
        name="from_username"
        label={t('from-account.username')}
        required
        autoComplete="off"
        maxLength={MAX.from_username}
      />
      <TextField
        form={form}
        name="from_api_key"
        label={t('from-account.api-key')}
        type="password"
        required
        autoComplete="off"
        maxLength={MAX.from_api_key}
      />
      <div className="space-y-4 sm:col-span-3">
        <ErrorAlert error={start.error} />
        <Button type="submit" busy={start.isPending}>
          {t('from-account.start')}
        </Button>
      </div>
    </Form>
  );
}

function Stop({ guid }: { guid: string }) {
  const { t } = useTranslation();
  const stop = useWrite('stop-account-import');
  return (
    <>
      <Button busy={stop.isPending} onClick={() => stop.mutate({ guid })}>
        {t('from-account.stop')}
      </Button>
      <ErrorAlert error={stop.error} />
    </>
  );
}

/** What has come of each part, and what has not, with the reasons. */
function Progress({ found }: { found: AccountImport }) {
  const { t, lang } = useTranslation();
  const { guid, state, name, from_url, created_at, parts, remarks, problem } = found;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[state as keyof typeof TONES]}>{t(`from-account.${state}` as TextKey)}</Badge>
        <span className="wrap-anywhere">
          {name || from_url}, {formatTime(created_at, lang)}
        </span>
        {state === 'running' && <Stop guid={guid} />}
      </div>
      {problem && <p className="wrap-anywhere text-danger">{problem}</p>}
      <ul className="divide-y rounded-lg border text-dense">
        {parts.map((part) => (
          <li key={part.part} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <span className="w-40 font-medium">{t(`from-account.part-${part.part}` as TextKey)}</span>
            {part.state === 'not_given' ? (
              <span className="wrap-anywhere text-muted">
                {t('from-account.not-given')} {part.message}
              </span>
            ) : (
              <Counts part={part} />
            )}
          </li>
        ))}
      </ul>
      {remarks.length > 0 && (
        <ul className="max-h-80 divide-y overflow-y-auto rounded-lg border text-dense">
          {remarks.map((remark) => (
            <li key={`${remark.part}${remark.guid}`} className="flex flex-wrap gap-2 px-3 py-1.5">
              <Badge tone={remark.is_refused ? 'danger' : 'warning'}>
                {t(remark.is_refused ? 'from-account.refused' : 'from-account.incomplete')}
              </Badge>
              <span className="min-w-0 wrap-anywhere">
                {remark.name}: {remark.message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Counts({ part }: { part: AccountImport['parts'][number] }) {
  const { t } = useTranslation();
  if (part.state === 'waiting') return <span className="text-muted">{t('from-account.waiting')}</span>;
  return (
    <>
      <span className="figure">
        {part.there === null ? part.found : t('from-account.found', { found: part.found, there: part.there })}
      </span>
      {COUNTS.map(
        (count) =>
          part[count] > 0 && (
            <span key={count} className="text-muted">
              {t(`from-account.${count}` as TextKey)}: <span className="figure">{part[count]}</span>
            </span>
          ),
      )}
    </>
  );
}
