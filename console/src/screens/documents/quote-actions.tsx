import { Mail, ThumbsDown } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { SalesDocumentSummary as Document } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { MailDialog } from '../../ui/mail-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

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
    sent ? ([t('quote.sent-to'), t('quote.sent-value', sent)] as const) : null,
    send_error ? ([t('quote.send-error'), send_error] as const) : null,
    answered_by ? ([t('quote.answered'), answered_by] as const) : null,
    decline_reason ? ([t('quote.reason'), decline_reason] as const) : null,
  ];
}

export function QuoteActions({ quote }: { quote: Document }) {
  const { t } = useTranslation();
  const [isSending, setSending] = useState(false);
  const decline = useWrite('decline-quote');
  if (!quote.may.decline) return null;
  return (
    <>
      <div className="w-full empty:hidden">
        <ErrorAlert error={decline.error} />
      </div>
      {quote.may.send && (
        <Button icon={<Mail size={16} aria-hidden />} onClick={() => setSending(true)}>
          {t('quote.send')}
        </Button>
      )}
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
      {isSending && <SendDialog quote={quote} onClose={() => setSending(false)} />}
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
      description={t('quote.send-about')}
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
