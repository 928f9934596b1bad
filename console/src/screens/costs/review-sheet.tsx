import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { OVERLAY_CLASS, useFocusReturn } from '../../ui/dialogs/dialog.tsx';
import { IconButton } from '../../ui/elements/button.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { DocumentQuestions } from '../../ui/records/document-questions.tsx';
import { CostState } from './cost-state.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { ReviewForm } from './review-form.tsx';
import type { Place } from './review-values.ts';

interface Props {
  guid: string;
  onClose(): void;
  onNext(): void;
}

/** The receipt beside the fields that were read from it: correct them, approve, go on to the next. */
export function ReviewSheet({ guid, onClose, onNext }: Props) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  const cost = useRead('get-cost', { guid });
  const reading = useRead('get-cost-reading', { guid });
  const [place, setPlace] = useState<Place | null>(null);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="slide-in fixed inset-y-0 right-0 z-50 flex w-full max-w-6xl flex-col border-l bg-paper shadow-float"
        >
          <div className="flex items-center gap-3 border-b px-5 py-3.5">
            <Radix.Title className="min-w-0 flex-1 truncate text-base font-semibold tracking-tight">
              {cost.data?.supplier_name || t('costs.review')}
            </Radix.Title>
            {cost.data && <DocumentQuestions kind="cost" guid={guid} name={cost.data.supplier_name} />}
            {cost.data && <CostState state={cost.data.state} isImported={cost.data.is_imported} />}
            <Radix.Close asChild>
              <IconButton label={t('close')} icon={<X size={18} />} />
            </Radix.Close>
          </div>
          {cost.data && reading.data ? (
            <div className="grid min-h-0 flex-1 overflow-y-auto lg:grid-cols-[minmax(0,1fr)_26rem] lg:overflow-hidden">
              <ReceiptView cost={cost.data} place={place} />
              <ReviewForm
                cost={cost.data}
                reading={reading.data}
                onPlace={setPlace}
                onClose={onClose}
                onNext={onNext}
              />
            </div>
          ) : (
            <QueryView query={cost.data ? reading : cost}>{() => null}</QueryView>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
