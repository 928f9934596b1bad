import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { parseNumber } from '../../lib/format.ts';
import { Check, Field, Input, Select } from '../../ui/field.tsx';
import { useFieldProblem } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];

const MODES = ['act', 'propose', 'read'] as const;
const BOUNDS = ['max_amount', 'max_amount_per_day', 'max_documents_per_day'] as const;

/** What a program may do by itself, and how much. */
export function LimitsDialog({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const { t, lang } = useWords();
  const write = useWrite('change-agent');
  const { limits } = agent;
  const [mode, setMode] = useState<string>(limits.mode);
  const [asksNew, setAsksNew] = useState(limits.new_recipients === 'propose');
  const [bounds, setBounds] = useState(() =>
    Object.fromEntries(BOUNDS.map((name) => [name, limits[name] === null ? '' : String(limits[name])])),
  );
  const typed = (name: (typeof BOUNDS)[number]) => {
    const value = bounds[name]?.trim() ?? '';
    return value === '' ? null : parseNumber(value, lang);
  };
  const submit = () =>
    write.mutate(
      {
        agent_id: agent.agent_id,
        limits: {
          mode,
          max_amount: typed('max_amount'),
          max_amount_per_day: typed('max_amount_per_day'),
          max_documents_per_day: typed('max_documents_per_day'),
          new_recipients: asksNew ? 'propose' : 'act',
        } as never,
      },
      {
        onSuccess: () => {
          showToast(t('done.saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('apps.limits-of', { name: agent.name })}
      description={t('apps.limits-about')}
      submitLabel={t('save')}
      busy={write.isPending}
      error={write.error}
      onSubmit={submit}
      onClose={onClose}
      columns={1}
    >
      <Field label={t('apps.mode')} hint={t(`apps.mode-${mode as 'act'}-about`)}>
        <Select value={mode} onChange={({ target }) => setMode(target.value)}>
          {MODES.map((value) => (
            <option key={value} value={value}>
              {t(`apps.mode-${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {BOUNDS.map((name) => (
        <BoundField
          key={name}
          name={name}
          value={bounds[name] ?? ''}
          onChange={(value) => setBounds({ ...bounds, [name]: value })}
        />
      ))}
      <Check label={t('apps.new-recipients')} checked={asksNew} onChange={setAsksNew} />
    </FormDialog>
  );
}

interface BoundProps {
  name: (typeof BOUNDS)[number];
  value: string;
  onChange(value: string): void;
}

function BoundField({ name, value, onChange }: BoundProps) {
  const { t } = useWords();
  const problem = useFieldProblem(name);
  return (
    <Field label={t(`apps.${name}`)} optional={t('apps.no-bound')} problem={problem}>
      <Input figure inputMode="decimal" value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}
