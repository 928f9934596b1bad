import { CheckCircle2, TriangleAlert } from 'lucide-react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { ProductSaleDetails } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert, LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

/** The check of a scanned ticket: the buyer, whether the ticket is valid, and a button that admits the guest. */
export function TicketCheck({
  sale,
  ticket,
  onDone,
}: {
  sale: ProductSaleDetails;
  ticket: string;
  onDone(): void;
}) {
  const { t, tIfKnown } = useTranslation();
  const [invoice_number = '', seat = ''] = ticket.split('-');
  const asked = { guid: sale.guid, invoice_number, seat: Number(seat) };
  const { data, error, refetch } = useRead('read-ticket', asked);
  const tick = useWrite('tick-attendee');
  if (!data) return error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton rows={2} />;
  const { guest, state } = data;
  // The ticket is marked as used by this admission, but was valid for it.
  const isIn = tick.isSuccess && tick.variables.attended === true;
  const isGood = state === 'valid' || isIn;
  const set = (attended: boolean) =>
    tick.mutate(
      { ...asked, attended },
      { onSuccess: () => showToast(t(attended ? 'done.admitted' : 'done.saved')) },
    );
  return (
    <section
      aria-label={t('door.ticket', { n: asked.seat, of: guest.qty })}
      className={`rounded-2xl border-2 p-5 ${isGood ? 'border-accent bg-accent-subtle' : 'border-warning bg-warning-subtle'}`}
    >
      <p className="text-muted">{t('door.ticket', { n: asked.seat, of: guest.qty })}</p>
      <p className="text-xl font-semibold tracking-tight">{guest.name}</p>
      <p
        role="status"
        className={`mt-2 flex items-center gap-2 font-medium ${isGood ? 'text-accent' : 'text-warning'}`}
      >
        {isGood ? <CheckCircle2 size={18} aria-hidden /> : <TriangleAlert size={18} aria-hidden />}
        {isIn ? t('done.admitted') : tIfKnown(`door.${state}`)}
      </p>
      {guest.fields
        .filter(({ value }) => value)
        .map(({ label, value }) => (
          <p key={label} className="mt-1">
            <span className="text-muted">{label}:</span> {value}
          </p>
        ))}
      <div className="mt-4 flex flex-wrap gap-2">
        {state !== 'credited' && !guest.seats_in.includes(asked.seat) && (
          <Button variant="primary" busy={tick.isPending} onClick={() => set(true)}>
            {t(state === 'unpaid' ? 'door.anyway' : 'door.admit')}
          </Button>
        )}
        {guest.seats_in.includes(asked.seat) && state !== 'credited' && (
          <Button busy={tick.isPending} onClick={() => set(false)}>
            {t('door.undo')}
          </Button>
        )}
        <Button variant="quiet" onClick={onDone}>
          {t('door.all')}
        </Button>
      </div>
      <div className="mt-3 empty:hidden">
        <ErrorAlert error={tick.error} />
      </div>
    </section>
  );
}
