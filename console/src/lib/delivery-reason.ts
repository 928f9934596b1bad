import type { TextKey } from '../i18n/lang.ts';

type Translate = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

/** What the service itself writes beside a delivery. The groups `text`, `n` and `all` fill the placeholders of the text. */
const REASONS: readonly (readonly [RegExp, TextKey])[] = [
  [/^Credit note (?<number>\d+)$/, 'invoice.credit-number'],
  [/^The invoice could not be prepared for sending$/, 'why.unprepared'],
  [/^Too large to be sent along: (?<n>\d+) of (?<all>\d+) attachments$/, 'why.attachments'],
  [/^The mail server does not let this service in$/, 'why.mail-locked'],
  [/^The mail server answered: (?<text>.*)$/s, 'why.mail-answer'],
  [/^The mail server did not answer in time$/, 'why.mail-slow'],
  [/^The mail server offers no safe connection$/, 'why.mail-unsafe'],
  [/^The e-mail address is not one that mail can be sent to$/, 'why.mail-address'],
  [/^The mail server could not be reached/, 'why.mail-offline'],
  [/^The answer could not be prepared for sending$/, 'why.answer-unprepared'],
  [/^A final answer was given before this one was sent$/, 'why.answer-overtaken'],
  [/^The e-invoice access point did not answer in time$/, 'why.einvoice-slow'],
  [/^The e-invoice access point could not be reached$/, 'why.einvoice-offline'],
  [/^The e-invoice access point answered with something/, 'why.einvoice-unreadable'],
  [/^The e-invoice access point answered (?<text>.*)$/s, 'why.einvoice-answer'],
];

/** The name of the event says it already; what follows are the words of the mail server. */
const REPEATS_EVENT =
  /^The mail (?:came back|has not arrived yet)(?:: (?<text>.*)|, and no reason was given)$/s;

/** The reason of an event in the person's language. Reasons that come from outside stay as they are. */
export function translateDeliveryReason(reason: string, t: Translate): string {
  const returned = REPEATS_EVENT.exec(reason);
  if (returned) return returned.groups?.text ?? '';
  for (const [pattern, textKey] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return t(textKey, found.groups);
  }
  return reason;
}
