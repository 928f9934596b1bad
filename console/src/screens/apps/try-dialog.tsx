import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field, Select, TextArea } from '../../ui/forms/field.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];

const READS = [
  ...['get-status', 'invoice-summaries', 'get-count-invoices', 'get-count-customers', 'get-count-items'],
  ...['get-count-costs', 'get-count-tasks', 'get-proposals'],
];

/** Bodies that work in any books, to begin with. */
const WRITES: Readonly<Record<string, object>> = {
  'create-invoice': {
    data: {
      type: 'invoice',
      amount: 46500,
      currency: 'ISK',
      settlement_date: '2099-12-15',
      customer: { name: 'Jón Jónsson', output_select: '4' },
      items: [{ description: 'Ráðgjöf', qty: 2.5, uom: 'HUR', unit_price: 15000, tax: 'S' }],
    },
  },
  'create-customer': { data: { name: 'Jón Jónsson', kennitala: '5501234520', output_select: '4' } },
  'create-item': { data: { description: 'Ráðgjöf', unit_price: 15000, tax: 'S' } },
  'create-task': { data: { name: 'Forsíða' } },
};

const exampleOf = (operation: string) =>
  operation in WRITES ? JSON.stringify(WRITES[operation], null, 2) : '{}';

/** Makes one call as the program would, and shows the request and its answer. Nothing is written. */
export function TryDialog({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const { t, tIfKnown } = useTranslation();
  const [operation, setOperation] = useState('get-status');
  const [fields, setFields] = useState('{}');
  const write = useWrite('try-agent');
  const isWrite = operation in WRITES;
  const parsed = parseFields(fields);
  const choose = (name: string) => {
    setOperation(name);
    setFields(exampleOf(name));
    write.reset();
  };
  const option = (name: string) => (
    <option key={name} value={name}>
      {tIfKnown(`action.${name}`) ?? name} ({name})
    </option>
  );
  return (
    <FormDialog
      title={t('apps.try-of', { name: agent.name })}
      description={t('apps.try-about')}
      submitLabel={t(isWrite ? 'apps.rehearse' : 'apps.read')}
      busy={write.isPending}
      isReady={parsed !== null}
      error={write.error}
      onSubmit={() => write.mutate({ agent_id: agent.agent_id, operation, fields: parsed ?? {} })}
      onClose={onClose}
      isDirty={fields !== exampleOf(operation)}
      columns={1}
    >
      <Field label={t('apps.try-call')}>
        <Select value={operation} onChange={({ target }) => choose(target.value)}>
          <optgroup label={t('apps.try-reads')}>{READS.map(option)}</optgroup>
          <optgroup label={t('apps.try-writes')}>{Object.keys(WRITES).map(option)}</optgroup>
        </Select>
      </Field>
      <Field
        label={t(isWrite ? 'apps.try-body' : 'apps.try-query')}
        problem={parsed === null ? t('apps.try-json') : undefined}
      >
        <TextArea
          rows={isWrite ? 9 : 2}
          spellCheck={false}
          value={fields}
          onChange={({ target }) => setFields(target.value)}
        />
      </Field>
      {write.data && <Exchange trial={write.data} isWrite={isWrite} fields={write.variables?.fields ?? {}} />}
    </FormDialog>
  );
}

function parseFields(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

interface ExchangeProps {
  trial: OutputOf<'try-agent'>;
  isWrite: boolean;
  fields: Record<string, unknown>;
}

function Exchange({ trial, isWrite, fields }: ExchangeProps) {
  const { t } = useTranslation();
  const { method, path, status, answer } = trial;
  const answered = useRef<HTMLDivElement>(null);
  // The body of a write fills the dialog, so its answer would come below the fold.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each trial is shown anew
  useEffect(() => {
    answered.current?.scrollIntoView({ block: 'nearest' });
  }, [trial]);
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const request = isWrite
    ? `${method} ${path}\nKvitt-Dry-Run: 1\n\n${JSON.stringify(fields, null, 2)}`
    : `${method} ${path}${query.size > 0 ? `?${query}` : ''}`;
  return (
    <>
      <Code label={t('apps.try-request')} text={request} />
      <div ref={answered}>
        <Code
          label={t('apps.try-answer', { status: String(status) })}
          text={JSON.stringify(answer, null, 2)}
        />
      </div>
    </>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <p className="mb-1 text-dense font-medium">{label}</p>
      <pre className="max-h-60 overflow-auto rounded-lg bg-sunken px-3.5 py-2.5 text-dense whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </section>
  );
}
