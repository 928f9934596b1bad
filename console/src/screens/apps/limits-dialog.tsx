import { useState } from 'react';
import {
  BOUND_NAMES,
  type BoundName,
  PROGRAM_MODES,
  type ProgramLimits,
  type ProgramMode,
  widerLimits,
} from '../../../../src/domain/access/program-limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf } from '../../lib/changes.ts';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Check, Field, Select } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];

/** What a program may do by itself, and how much. */
export function LimitsDialog({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const { t } = useTranslation();
  const write = useWrite('change-agent');
  const form = useFields(() => toFields(agent.limits));
  const [base] = useState(agent);
  const { mode, asksNew, ...bounds } = form.fields;
  const limits = toSent(form.fields);
  const raised = useRaisedTexts(agent, {
    ...limits,
    max_amount: toNumber(limits.max_amount),
    max_amount_per_day: toNumber(limits.max_amount_per_day),
    max_documents_per_day: toNumber(limits.max_documents_per_day),
  });
  const [isAsking, setAsking] = useState(false);
  const change = useChange(write);
  const save = () => {
    setAsking(false);
    change.save(
      changeOf({ limits: toSent(toFields(base.limits)) }, { limits }, base),
      (data) => ({ agent_id: agent.agent_id, limits: {}, ...data }),
      {
        onSuccess: () => {
          showToast(t('done.saved'));
          onClose();
        },
      },
    );
  };
  if (isAsking)
    return (
      <ConfirmDialog
        title={t('apps.raise-ask', { name: agent.name })}
        description={t('apps.raise-about')}
        submitLabel={t('apps.raise')}
        focuses="cancel"
        busy={write.isPending}
        error={write.error}
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        <ul className="list-disc pl-5">
          {raised.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  const submit = () => (raised.length > 0 ? setAsking(true) : save());
  return (
    <FormDialog
      title={t('apps.limits-of', { name: agent.name })}
      description={t('apps.limits-about')}
      submitLabel={t('save')}
      busy={write.isPending}
      error={write.error}
      onSubmit={submit}
      onClose={onClose}
      isDirty={form.isDirty}
      columns={1}
    >
      <Field label={t('apps.mode')} hint={t(`apps.mode-${mode}-about`)}>
        <Select value={mode} onChange={({ target }) => form.set({ mode: target.value as ProgramMode })}>
          {PROGRAM_MODES.map((value) => (
            <option key={value} value={value}>
              {t(`apps.mode-${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {BOUND_NAMES.map((name) => (
        <BoundField
          key={name}
          name={name}
          value={bounds[name]}
          onChange={(value) => form.set({ [name]: value })}
        />
      ))}
      <Check
        label={t('apps.new-recipients')}
        checked={asksNew}
        onChange={(checked) => form.set({ asksNew: checked })}
      />
      {change.question}
    </FormDialog>
  );
}

const toNumber = (value: string | null) => (value === null ? null : Number(value));

type Wanted = Pick<ProgramLimits, 'mode' | 'new_recipients'> & Record<BoundName, number | null>;

/** Each limit that becomes wider, with what it is now and what it will be. */
function useRaisedTexts({ limits }: Agent, wanted: Wanted): string[] {
  const { t, lang } = useTranslation();
  const now = limits as ProgramLimits;
  const wider = widerLimits(now, wanted);
  const bound = (name: BoundName, value: number | null) => {
    if (value === null) return t('apps.unbounded');
    return name === 'max_documents_per_day' ? formatNumber(value, lang) : formatMoney(value, 'ISK', lang);
  };
  const change = (what: string, from: string, to: string) => t('apps.raise-change', { what, from, to });
  return [
    ...('mode' in wider
      ? [change(t('apps.mode'), t(`apps.mode-${now.mode}`), t(`apps.mode-${wanted.mode}`))]
      : []),
    ...BOUND_NAMES.filter((name) => name in wider).map((name) =>
      change(t(`apps.${name}`), bound(name, now[name]), bound(name, wanted[name])),
    ),
    ...('new_recipients' in wider ? [t('apps.raise-recipients')] : []),
  ];
}

/** As text: what is no number must be refused, and JSON would make it null, which is no limit. */
function toSent({ mode, asksNew, ...bounds }: ReturnType<typeof toFields>) {
  const typed = (name: BoundName) => bounds[name].trim() || null;
  return {
    mode,
    max_amount: typed('max_amount'),
    max_amount_per_day: typed('max_amount_per_day'),
    max_documents_per_day: typed('max_documents_per_day'),
    new_recipients: asksNew ? ('propose' as const) : ('act' as const),
  };
}

function toFields(limits: Agent['limits']) {
  const written = (value: number | null) => (value === null ? '' : String(value));
  return {
    mode: limits.mode as ProgramMode,
    asksNew: limits.new_recipients === 'propose',
    max_amount: written(limits.max_amount),
    max_amount_per_day: written(limits.max_amount_per_day),
    max_documents_per_day: written(limits.max_documents_per_day),
  };
}

interface BoundProps {
  name: BoundName;
  value: string;
  onChange(value: string): void;
}

function BoundField({ name, value, onChange }: BoundProps) {
  const { t } = useTranslation();
  const problem = useFieldProblem(name, value, t(`apps.${name}`));
  return (
    <Field label={t(`apps.${name}`)} optional={t('apps.no-bound')} problem={problem}>
      <NumberInput
        kind={name === 'max_documents_per_day' ? { isWhole: true } : { currency: 'ISK' }}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}
