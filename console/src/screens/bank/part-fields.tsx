import { Trash2 } from 'lucide-react';
import { OTHER_CODES } from '../../../../src/domain/bank/actions.ts';
import { useRead } from '../../api/queries.ts';
import type { BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/elements/button.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { PART_TYPES, type Part, type PartType } from './book-parts.ts';
import { CostSearch, DebtSearch } from './record-search.tsx';

interface Props {
  line: BankLine;
  part: Part;
  index: number;
  /** What the other parts leave for this one. */
  remainder: number;
  isOnly: boolean;
  onChange(changed: Partial<Part>): void;
  onRemove(): void;
}

/** One part of a line: what it is, which record, and how much. */
export function PartFields({ line, part, index, remainder, isOnly, onChange, onRemove }: Props) {
  const { t, lang } = useTranslation();
  const isOut = line.amount < 0;
  const typeText = (type: PartType) =>
    t(type === 'payment' && isOut ? 'bank.of-type-refund' : `bank.of-type-${type}`);
  const problem = useFieldProblem(`actions[${index}].amount`, part.amount, t('field.amount'));
  return (
    <fieldset className="grid gap-3 rounded-lg border p-3.5 sm:grid-cols-2">
      <legend className={isOnly ? 'sr-only' : 'px-1 text-dense font-medium'}>
        {t('bank.part', { n: index + 1 })}
      </legend>
      <SelectField<PartType>
        label={t('bank.type')}
        values={PART_TYPES}
        value={part.type}
        onChange={(type) => onChange({ type, record: null })}
      >
        {typeText}
      </SelectField>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t('field.amount')} problem={problem}>
            <NumberInput
              kind={{ currency: line.currency }}
              placeholder={`${t('bank.rest')}: ${formatNumber(remainder, lang, 0, 2)}`}
              value={part.amount}
              onChange={(amount) => onChange({ amount })}
            />
          </Field>
        </div>
        {!isOnly && (
          <IconButton
            label={t('bank.remove-part', { n: index + 1 })}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="sm:col-span-2">
        <About line={line} part={part} index={index} onChange={onChange} />
      </div>
    </fieldset>
  );
}

/** What the part is about: a debt, a cost, an own account, or a code with a note. */
function About({ line, part, index, onChange }: Pick<Props, 'line' | 'part' | 'index' | 'onChange'>) {
  if (part.type === 'payment' || part.type === 'cost') {
    const props = {
      chosen: part.record,
      field: part.type === 'cost' ? `actions[${index}].cost_guid` : `actions[${index}].customer_guid`,
      autoFocus: index === 0,
      onChoose: (record: NonNullable<Part['record']>) => onChange({ record }),
    };
    return part.type === 'cost' ? (
      <CostSearch {...props} />
    ) : (
      <DebtSearch {...props} isOut={line.amount < 0} />
    );
  }
  if (part.type === 'transfer') return <OtherAccount line={line} part={part} onChange={onChange} />;
  return part.type === 'other' ? <OtherMoney part={part} onChange={onChange} /> : null;
}

function OtherAccount({ line, part, onChange }: Pick<Props, 'line' | 'part' | 'onChange'>) {
  const { t } = useTranslation();
  const { data = [] } = useRead('get-bank-accounts', {});
  const others = data.filter(({ guid }) => guid !== line.bank_account_guid);
  return (
    <SelectField
      label={t('bank.other-account')}
      values={['', ...others.map(({ guid }) => guid)]}
      value={part.account}
      onChange={(account) => onChange({ account })}
    >
      {(guid) => others.find((one) => one.guid === guid)?.name ?? '–'}
    </SelectField>
  );
}

/** A code that the field beside the list names. */
const OWN = 'own';

function OtherMoney({ part, onChange }: Pick<Props, 'part' | 'onChange'>) {
  const { t, tIfKnown } = useTranslation();
  const known: readonly string[] = OTHER_CODES;
  const isOwn = part.code !== '' && !known.includes(part.code);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('bank.code')}
        values={['', ...known, OWN]}
        value={isOwn ? OWN : part.code}
        onChange={(code) => onChange({ code: code === OWN ? ' ' : code })}
      >
        {(code) => (code === '' ? '–' : (tIfKnown(`bank-code.${code}`) ?? t('bank.code-typed')))}
      </SelectField>
      {isOwn && (
        <Field label={t('bank.code-typed')}>
          <Input
            value={part.code.trimStart()}
            maxLength={40}
            onChange={({ target }) => onChange({ code: target.value || ' ' })}
          />
        </Field>
      )}
      <Field label={t('field.note')}>
        <Input
          value={part.note}
          maxLength={200}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </Field>
    </div>
  );
}
