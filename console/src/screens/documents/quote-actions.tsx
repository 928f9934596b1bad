import { Mail, ThumbsDown } from 'lucide-react';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate } from '../../lib/format.ts';
import { MailDialog } from '../../ui/dialogs/mail-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

type Translation = ReturnType<typeof useTranslation>;

/** What became of a quote. The name and the reason are what the customer typed on the page. */
export function quoteFacts(quote: Document, t: Translation['t'], lang: Translation['lang']) {
  const { valid_until, sent_timestamp, sent_to, send_error, answered_by, decline_reason, link } = quote;
  const page = (
    <a
      href={link ?? undefined}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent hover:underline"
    >
      {t('quote.open-page')}
    </a>
  );
  const sent = sent_timestamp && {
    date: formatDate(sent_timestamp.slice(0, 10), lang),
    email: sent_to,
  };
  return [
    valid_until ? ([t('field.valid_until'), formatDate(valid_until, lang)] as const) : null,
    [t('quote.page'), page] as const,
    isBeingSent(quote) ? ([t('quote.sending'), quote.sending_to] as const) : null,
    sent ? ([t('quote.sent-to'), t('quote.sent-value', sent)] as const) : null,
    send_error ? ([t('quote.send-error'), send_error] as const) : null,
    answered_by ? ([t('quote.answered'), answered_by] as const) : null,
    decline_reason ? ([t('quote.reason'), decline_reason] as const) : null,
  ];
}

/** A mail is on its way. One to a quote that was answered or has expired meanwhile is not sent any more. */
export function isBeingSent({ sending_to, may }: Document): boolean {
  return sending_to !== '' && may.send;
}

/** When the quote was sent, for the list. */
export function SentState({ quote }: { quote: Document }) {
  const { t, lang } = useTranslation();
  const { sent_timestamp, send_error } = quote;
  if (isBeingSent(quote)) return <span className="text-muted">{t('quote.sending')}</span>;
  if (send_error) return <span className="text-danger">{t('quote.send-error')}</span>;
  if (sent_timestamp)
    return (
      <span className="figure">
        <span className="sm:hidden">{t('quote.sent-to')} </span>
        {formatDate(sent_timestamp.slice(0, 10), lang)}
      </span>
    );
  return <span className="text-muted">{t('quote.unsent')}</span>;
}

/** The question is kept in the address: saving a new quote leads to it, and it survives a reload. */
export function SendQuoteButton({ quote, isNext = false }: { quote: Document; isNext?: boolean }) {
  const { t } = useTranslation();
  const [{ ask }, change] = useFilters();
  if (!quote.may.send) return null;
  return (
    <>
      <Button
        variant={isNext ? 'primary' : 'plain'}
        icon={<Mail size={16} aria-hidden />}
        onClick={() => change({ ask: 'send' })}
      >
        {t('quote.send')}
      </Button>
      {ask === 'send' && <SendDialog quote={quote} onClose={() => change({ ask: undefined })} />}
    </>
  );
}

export function DeclineQuoteButton({ quote }: { quote: Document }) {
  const { t } = useTranslation();
  const decline = useWrite('decline-quote');
  if (!quote.may.decline) return null;
  return (
    <>
      <div className="w-full empty:hidden">
        <ErrorAlert error={decline.error} />
      </div>
      <Button
        variant="quiet"
        icon={<ThumbsDown size={16} aria-hidden />}
        busy={decline.isPending}
        onClick={() =>
          decline.mutate({ guid: quote.guid }, { onSuccess: () => showToast(t('document.declined')) })
        }
      >
        {t('quote.decline')}
      </Button>
    </>
  );
}

function SendDialog({ quote, onClose }: { quote: Document; onClose(): void }) {
  const { t } = useTranslation();
  const send = useWrite('send-quote');
  return (
    <MailDialog
      draft={`send-quote-${quote.guid}`}
      title={t('quote.send')}
      description={t('quote.send-about', { number: quote.number, name: quote.customer.name })}
      {...(quote.customer.email && { hint: t('statement.mail-hint', { email: quote.customer.email }) })}
      submitLabel={t('quote.send')}
      toast={t('quote.sent')}
      usualEmail={quote.customer.email}
      maxLength={LIMITS['send-quote'].email}
      write={send}
      onSend={(to, callbacks) => send.mutate({ guid: quote.guid, ...to }, callbacks)}
      onClose={onClose}
    />
  );
}
