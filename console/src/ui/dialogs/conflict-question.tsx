import { type ReactNode, useContext, useState } from 'react';
import { CallError } from '../../api/call.ts';
import type { SentInput, useWrite } from '../../api/queries.ts';
import type { GuardedName, InputOf, OperationName, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { type Change, flatten, settleChange } from '../../lib/changes.ts';
import { FieldLabelsContext } from '../../lib/field-labels.ts';
import { formatNumber } from '../../lib/format.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Callbacks<N extends OperationName> {
  onSuccess?(output: OutputOf<N>): void;
  onDelayed?(action: { guid: string; seconds: number }): void;
  /** Nothing differs, or the other person's values are kept; left out, the write is sent without fields. */
  onUnchanged?(): void;
}

interface Asked {
  change: Change;
  current: Readonly<Record<string, unknown>>;
  send(change: Change): void;
}

/**
 * Saves a change. Where somebody else has changed the same fields since the form was opened, `question` shows both values
 * and lets the person choose.
 */
export function useChange<N extends GuardedName>(write: ReturnType<typeof useWrite<N>>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const save = (
    change: Change,
    toInput: (data: Change['data']) => InputOf<N> & object,
    callbacks: Callbacks<N>,
  ) => {
    const send = (wanted: Change) => {
      if (callbacks.onUnchanged && Object.keys(wanted.data).length === 0) return callbacks.onUnchanged();
      write.mutate({ ...toInput(wanted.data), was: wanted.was } as SentInput<N>, {
        ...callbacks,
        onSuccess: (output) => {
          setAsked(null);
          callbacks.onSuccess?.(output);
        },
        onError: (error) => {
          const isConflict = error instanceof CallError && error.code === 'changed_meanwhile';
          setAsked(isConflict ? { change: wanted, current: error.current, send } : null);
        },
      });
    };
    send(change);
  };
  const question: ReactNode = asked && (
    <ConflictQuestion {...asked} busy={write.isPending} onClose={() => setAsked(null)} />
  );
  return { save, question };
}

interface QuestionProps extends Asked {
  busy: boolean;
  onClose(): void;
}

/** Both values of each field that two people have changed. Until the person chooses, nobody's value is overwritten. */
function ConflictQuestion({ change, current, send, busy, onClose }: QuestionProps) {
  const { t, tIfKnown } = useTranslation();
  const labels = useContext(FieldLabelsContext);
  const showValue = useShowValue();
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const [was, data] = [flatten(change.was), flatten(change.data)];
  const differing = [...flatten(current)].filter(
    ([path, value]) => JSON.stringify(was.get(path)) !== JSON.stringify(value),
  );
  const choose = (path: string, isMine: boolean) =>
    setMine((before) => new Set(isMine ? [...before, path] : [...before].filter((one) => one !== path)));
  const submit = () => {
    const theirs = new Set(differing.map(([path]) => path).filter((path) => !mine.has(path)));
    send(settleChange(change, current, theirs));
  };
  return (
    <ConfirmDialog
      title={t('conflict.title')}
      description={t('conflict.about')}
      submitLabel={t('save')}
      focuses="cancel"
      busy={busy}
      error={null}
      onConfirm={submit}
      onClose={onClose}
    >
      {differing.map(([path, theirs]) => {
        const name = path.split('.').at(-1) ?? path;
        return (
          <fieldset key={path} className="rounded-lg border px-3.5 py-2.5">
            <legend className="px-1 text-dense font-medium">
              {labels?.get(`field.${name}`) ?? tIfKnown(`field.${name}`) ?? name}
            </legend>
            {([false, true] as const).map((isMine) => (
              <label key={String(isMine)} className="flex items-start gap-2.5 py-1">
                <input
                  type="radio"
                  name={path}
                  checked={mine.has(path) === isMine}
                  onChange={() => choose(path, isMine)}
                  className="mt-0.5 size-4 shrink-0 accent-(--accent)"
                />
                <span className="min-w-0 wrap-anywhere whitespace-pre-line">
                  <span className="text-muted">{t(isMine ? 'conflict.mine' : 'conflict.theirs')}: </span>
                  {showValue(name, isMine ? data.get(path) : theirs)}
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </ConfirmDialog>
  );
}

/** How the text keys of codes begin, by the field that holds them. */
const CODES: Readonly<Record<string, string>> = {
  output_select: 'output.',
  customer_output_select: 'output.',
  tax: 'vat.',
  uom: 'unit.',
  recurring_interval: 'interval.',
  cost_code: 'code.',
  how_paid: 'paid-by.',
  mode: 'apps.mode-',
  new_recipients: 'apps.mode-',
};

/** A value as people read it, whether it comes from the form or from the server. */
function useShowValue() {
  const { t, tIfKnown, lang } = useTranslation();
  const show = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (Array.isArray(value)) return value.map((one) => show(name, one)).join('\n') || '–';
    if (typeof value === 'object') return showRecord(value as Record<string, unknown>);
    const text = String(value);
    const code = CODES[name] && tIfKnown(`${CODES[name]}${text}`);
    return code ?? (typeof value === 'number' ? formatNumber(value, lang) : text);
  };
  const showRecord = (record: Record<string, unknown>) => {
    const { qty, unit_price, description, name, label } = record;
    const words = [name ?? label ?? description].filter(Boolean).map(String);
    return qty === undefined
      ? words.join(' ') || '–'
      : [`${show('qty', Number(qty))} × ${show('unit_price', Number(unit_price))}`, ...words].join(' · ');
  };
  return show;
}
