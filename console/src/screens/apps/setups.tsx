import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];
type Setup = OutputOf<'find-agent-setups'>['rows'][number];
type Choice = 'keep' | 'close';

interface DialogProps {
  agent: Agent;
  onClose(): void;
}

/** The program is frozen already: this lists what paused with it, and asks about what is still open. */
export function FrozenDialog({ agent, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>('keep');
  const { run, dialog } = useConfirmedWrite('change-agent', { toast: t('done.saved'), onClose });
  const { agent_id, name } = agent;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('apps.frozen-of', { name })}
      description={t('apps.frozen-about')}
      submitLabel={t(choice === 'close' ? 'apps.close-documents' : 'apps.keep-documents')}
      danger={choice === 'close'}
      onConfirm={() =>
        choice === 'keep' ? onClose() : run({ agent_id, frozen: true, open_documents: choice, was: {} })
      }
    >
      <Setups agent={agent} choice={choice} onChoose={setChoice} />
    </ConfirmDialog>
  );
}

export function RevokeDialog({ agent, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>('keep');
  const { run, dialog } = useConfirmedWrite('revoke-agent', { toast: t('done.revoked'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('apps.revoke-ask', { name: agent.name })}
      description={t('apps.revoke-about')}
      submitLabel={t('apps.revoke')}
      danger
      onConfirm={() => run({ agent_id: agent.agent_id, open_documents: choice })}
    >
      <Setups agent={agent} choice={choice} onChoose={setChoice} />
    </ConfirmDialog>
  );
}

interface SetupsProps {
  agent: Agent;
  choice: Choice;
  onChoose(choice: Choice): void;
}

/** What the program has set up: templates, which pause, and open quotes and orders, which are kept or closed. */
function Setups({ agent, choice, onChoose }: SetupsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead('find-agent-setups', { agent_id: agent.agent_id });
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton rows={2} />;
  const templates = data.rows.filter(({ kind }) => kind === 'recurring');
  const documents = data.rows.filter(({ kind }) => kind !== 'recurring');
  return (
    <>
      {templates.length > 0 && <SetupList title={t('apps.setups-pause')} rows={templates} />}
      {documents.length > 0 && (
        <>
          <SetupList title={t('apps.setups-open')} rows={documents} />
          <Field label={t('apps.setups-choice')} hint={t(`apps.setups-${choice}-about`)}>
            <Select value={choice} onChange={({ target }) => onChoose(target.value as Choice)}>
              <option value="keep">{t('apps.setups-keep')}</option>
              <option value="close">{t('apps.setups-close')}</option>
            </Select>
          </Field>
        </>
      )}
    </>
  );
}

function SetupList({ title, rows }: { title: string; rows: readonly Setup[] }) {
  const { t, lang } = useTranslation();
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="max-h-48 divide-y overflow-y-auto rounded-lg border">
        {rows.map(({ kind, guid, number, name, amount, currency, next_date }) => (
          <li key={guid} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-dense">
            <span className="min-w-40 flex-1 wrap-anywhere">
              {t(`apps.setup-${kind as 'quote'}`)}
              {number ? ` ${number}` : ''} · {name}
            </span>
            {next_date && <span className="text-muted">{formatDate(next_date, lang)}</span>}
            <span className="figure">{formatMoney(amount, currency, lang)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
