import { SmtpMail } from '../../adapters/mail/smtp.ts';
import type { Config } from '../../config.ts';
import { toError } from '../../domain/values/errors.ts';
import { bad, type Finding, note, ok } from './findings.ts';

/** The external services that are configured, and what serves instead of those that are not. */
export async function checkServices(config: Config): Promise<Finding[]> {
  const { ai, bank, bankAccounts, einvoice, einvoiceInbox, payments, ratesUrl, tax, tracing } = config;
  const addresses = [
    ['bank', bank?.url, 'KVITT_BANK_URL is not set: claims go to the embedded bank'],
    [
      'accounts at the bank',
      bankAccounts?.url,
      bank
        ? 'KVITT_BANK_ACCOUNTS_URL is not set: no transactions come from the bank'
        : 'KVITT_BANK_ACCOUNTS_URL is not set: transactions come from the embedded bank',
    ],
    ['tax office', tax?.url, 'KVITT_TAX_URL is not set: VAT returns go to the embedded tax office'],
    [
      'e-invoice access point',
      einvoice?.url,
      'KVITT_EINVOICE_URL is not set: e-invoices go to the embedded hub',
    ],
    ['inbox of the access point', einvoiceInbox?.url, null],
    [
      'payment provider',
      payments.stripe?.url,
      payments.test
        ? 'KVITT_STRIPE_KEY is not set: the test provider takes payments by card, without money'
        : 'KVITT_STRIPE_KEY is not set: nobody can pay by card',
    ],
    ['exchange rates', ratesUrl, 'KVITT_RATES_URL is not set: the operator keeps the rates'],
    ['reader of receipts', ai?.url, null],
    ['collector of traces', tracing?.url, null],
  ] as const;
  const mail = config.smtp
    ? checkMail(config.smtp)
    : note('KVITT_SMTP_URL is not set: mail goes to the sandbox mailbox');
  const others = addresses.map(([name, url, unset]) =>
    url ? checkReachable(name, url) : unset && note(unset),
  );
  return (await Promise.all([mail, ...others])).filter((one) => one !== null);
}

async function checkMail(smtp: NonNullable<Config['smtp']>): Promise<Finding> {
  const mail = new SmtpMail(smtp);
  const host = new URL(smtp.url).host;
  try {
    await mail.verify();
    return ok(`mail server ${host}`);
  } catch (error) {
    return bad(
      `mail server ${host}: ${toError(error).message}`,
      'Look at KVITT_SMTP_URL; mails wait until the server takes them.',
    );
  } finally {
    await mail.close();
  }
}

const ANSWER_MS = 10_000;

/** Any answer will do: what a service says to a call without its key is its own business. */
async function checkReachable(name: string, url: string): Promise<Finding> {
  const { host } = new URL(url);
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
    return ok(`${name} at ${host} answers`);
  } catch (error) {
    const { message, cause } = toError(error);
    const reason = cause instanceof Error && cause.message ? cause.message : message;
    return bad(
      `${name} at ${host}: ${reason}`,
      'Look at its address, and at the network and the firewall between.',
    );
  }
}
