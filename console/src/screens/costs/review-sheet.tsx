import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRead } from '../../api/queries.ts';
import type { Cost } from '../../api/types.ts';
import { IconButton } from '../../ui/button.tsx';
import { OVERLAY_CLASS, useFocusReturn } from '../../ui/dialog.tsx';
import { useFileUrl } from '../../ui/file-view.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useWords } from '../../words/words.tsx';
import { CostState } from './cost-state.tsx';
import { ReviewForm } from './review-form.tsx';

interface Props {
  guid: string;
  onClose(): void;
  onNext(): void;
}

/** The receipt beside the fields that were read from it: correct them, approve, go on to the next. */
export function ReviewSheet({ guid, onClose, onNext }: Props) {
  const { t } = useWords();
  const focusReturn = useFocusReturn();
  const cost = useRead('get-cost', { guid });
  const reading = useRead('get-cost-reading', { guid });
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
            {cost.data && <CostState state={cost.data.state} />}
            <Radix.Close asChild>
              <IconButton label={t('close')} icon={<X size={18} />} />
            </Radix.Close>
          </div>
          {cost.data && reading.data ? (
            <div className="grid min-h-0 flex-1 overflow-y-auto lg:grid-cols-[minmax(0,1fr)_26rem] lg:overflow-hidden">
              <Receipt cost={cost.data} />
              <ReviewForm cost={cost.data} reading={reading.data} onClose={onClose} onNext={onNext} />
            </div>
          ) : (
            <QueryView query={cost.data ? reading : cost}>{() => null}</QueryView>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Receipt({ cost: { file, file_name, file_extension } }: { cost: Cost }) {
  const { t } = useWords();
  const url = useFileUrl(file, file_extension);
  return (
    <div className="min-h-64 border-b bg-sunken lg:overflow-auto lg:border-r lg:border-b-0">
      {!url ? (
        <p className="p-10 text-center text-muted">{t('costs.no-file')}</p>
      ) : file_extension === 'pdf' ? (
        <iframe title={file_name} src={`${url}#navpanes=0&view=FitH`} className="h-full min-h-96 w-full" />
      ) : (
        <img src={url} alt={t('costs.picture', { name: file_name })} className="mx-auto max-w-full p-4" />
      )}
    </div>
  );
}
