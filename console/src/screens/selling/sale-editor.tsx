import { useId } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { ProductSaleDetails } from '../../api/types.ts';
import { problemsOf, useUnmendedProblems } from '../../api/unmended-problems.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialogs/discard-question.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextAreaField, TextField } from '../../ui/forms/form-fields.tsx';
import {
  EventFields,
  HoldField,
  PriceFields,
  RequiredFields,
  StockFields,
  TypeField,
} from './sale-fields.tsx';
import { changeInput, createInput, NEW_SALE, toSaleForm } from './sale-form.ts';
import { SalePreview } from './sale-preview.tsx';
import { Questions } from './sale-questions.tsx';

const MAX = LIMITS['create-product-sale'];

interface Props {
  /** The page that is changed; left out, a new one is created. */
  sale?: ProductSaleDetails;
  onClose(): void;
  onSaved(guid: string): void;
}

/** Creates or changes a selling page, with a preview of what buyers will see. */
export function SaleEditor({ sale: before, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const draft = `sale-${before?.guid ?? 'new'}`;
  const form = useDraftFields(draft, before ? toSaleForm(before) : NEW_SALE);
  const base = useBase(draft, before, form.isDirty);
  const { fields: sale, set } = form;
  const create = useWrite('create-product-sale');
  const change = useWrite('set-product-sale');
  const error = create.error ?? change.error;
  const unmended = useUnmendedProblems(error, sale);
  const changing = useChange(change);
  const { close, question } = useDiscardQuestion(form.isDirty, () => {
    form.discard();
    onClose();
  });
  const submit = () => {
    const onSuccess = ({ guid }: { guid: string }) => {
      form.discard();
      showToast(t('done.saved'));
      onSaved(guid);
    };
    if (before && base)
      changing.save(
        changeOf(changeInput(toSaleForm(base)), changeInput(sale), base),
        (data) => ({ guid: before.guid, ...data }),
        { onSuccess },
      );
    else create.mutate(createInput(sale), { onSuccess });
  };
  const footer = (
    <Button type="submit" form={id} variant="primary" busy={create.isPending || change.isPending}>
      {t(before ? 'save' : 'sale.make')}
    </Button>
  );
  return (
    <Sheet
      open
      onClose={close}
      title={t(before ? 'sale.change' : 'new.sale')}
      alert={unmended && <ErrorAlert error={unmended} />}
      footer={footer}
    >
      <Form id={id} error={error} problems={problemsOf(unmended)} onSubmit={submit} className="grid gap-4">
        {!before && <TypeField form={form} />}
        {before ? (
          <div>
            <p className="text-lg font-semibold tracking-tight">{sale.name}</p>
            <p className="mt-1 text-dense text-muted">{t('sale.fixed', { type: t(`sale.${sale.type}`) })}</p>
          </div>
        ) : (
          <TextField form={form} name="name" autoFocus maxLength={MAX.name} />
        )}
        <PriceFields form={form} />
        {sale.type === 'EVENT' && <EventFields form={form} />}
        <TextAreaField
          form={form}
          name="description"
          label={t('sale.about')}
          hint={t('sale.plain-hint')}
          optional
          maxLength={MAX.description}
        />
        <TextAreaField form={form} name="terms" optional maxLength={MAX.terms} rows={2} />
        <StockFields form={form} left={before?.inventory_control ? before.inventory_count : null} />
        <HoldField form={form} />
        <RequiredFields form={form} />
        <Questions
          fields={sale.fields}
          hint={before && t('sale.questions-hint')}
          onChange={(fields) => set({ fields })}
        />
        <SalePreview sale={sale} />
        {question}
        {changing.question}
      </Form>
    </Sheet>
  );
}
