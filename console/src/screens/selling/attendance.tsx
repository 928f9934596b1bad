import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import type { ProductSaleDetails, TicketBuyer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';

/** How many pieces of the order count: those that were credited do not. */
export function countValid({ qty, seats_credited }: TicketBuyer): number {
  return qty - seats_credited;
}

interface Props {
  sale: ProductSaleDetails;
  row: TicketBuyer;
}

/** Admits all of an order at one click. Taking it back asks first, because nobody can tell any more who had come. */
export function AttendanceToggle({ sale, row }: Props) {
  const { t } = useTranslation();
  const { tick, admit, takeBack, question } = useAttendance(sale, row);
  const some = row.seats_in.length > 0;
  const all = some && row.seats_in.length >= countValid(row);
  if (!some && countValid(row) === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-pressed={all ? true : some ? 'mixed' : false}
        aria-label={t('sale.tick', { name: row.name })}
        disabled={tick.isPending}
        onClick={() => (all ? takeBack() : admit())}
        className={`flex size-9 shrink-0 items-center justify-center rounded-lg border max-sm:size-11 ${some ? 'border-accent bg-accent text-on-accent' : 'border-border-strong/70 text-transparent hover:border-accent'}`}
      >
        {some && !all ? <Minus size={18} aria-hidden /> : <Check size={18} aria-hidden />}
      </button>
      <ErrorAlert error={tick.error} />
      {question}
    </>
  );
}

/** Admits some of an order, ticket by ticket. */
export function SeatToggles({ sale, row }: Props) {
  const { t } = useTranslation();
  const { tick, admit, takeBack, question } = useAttendance(sale, row);
  const valid = countValid(row);
  if (row.qty === 1 || valid === 0) return null;
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 text-dense text-muted">
        {t('sale.came-of', { n: row.seats_in.filter((seat) => seat <= valid).length, of: valid })}
      </legend>
      <div className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
        {Array.from({ length: valid }, (_, index) => index + 1).map((seat) => {
          const isIn = row.seats_in.includes(seat);
          return (
            <button
              key={seat}
              type="button"
              aria-pressed={isIn}
              disabled={tick.isPending}
              onClick={() => (isIn ? takeBack(seat) : admit(seat))}
              className={`inline-flex h-9 items-center gap-1.5 rounded-lg border px-3 max-sm:h-11 ${isIn ? 'border-accent bg-accent text-on-accent' : 'border-border-strong/70 hover:border-accent'}`}
            >
              {isIn && <Check size={15} aria-hidden />}
              {t('sale.seat', { n: seat })}
            </button>
          );
        })}
      </div>
      <ErrorAlert error={tick.error} />
      {question}
    </fieldset>
  );
}

/** Without a seat, all of the order. */
function useAttendance(sale: ProductSaleDetails, row: TicketBuyer) {
  const { t, tn } = useTranslation();
  const tick = useWrite('tick-attendee');
  const [asked, setAsked] = useState<{ seat?: number } | null>(null);
  const write = (attended: boolean, seat?: number) =>
    tick.mutate(
      { guid: sale.guid, invoice_number: row.invoice_number, attended, ...(seat !== undefined && { seat }) },
      { onSuccess: () => setAsked(null) },
    );
  const question = asked && (
    <ConfirmDialog
      title={t('door.undo')}
      description={t('sale.untick-about', {
        name: row.name,
        tickets: tn('tickets', asked.seat === undefined ? row.seats_in.length : 1),
      })}
      submitLabel={t('door.undo')}
      busy={tick.isPending}
      error={tick.error}
      onConfirm={() => write(false, asked.seat)}
      onClose={() => setAsked(null)}
    />
  );
  return {
    tick,
    question,
    admit: (seat?: number) => write(true, seat),
    takeBack: (seat?: number) => setAsked(seat === undefined ? {} : { seat }),
  };
}
