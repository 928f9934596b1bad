import type { MailReason } from '../../documents/mail.ts';
import type { Reader } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { type LogoFacts, logoBytes, logoFacts } from '../accounts/logo-store.ts';

export interface MailText {
  subject: string;
  greeting: string;
  body: string;
}

export interface MailTextRow extends MailText {
  lang: string;
  about: string;
}

export function listMailTexts(db: Reader, accountId: number): Promise<MailTextRow[]> {
  return db.query<MailTextRow>(
    sql`select lang, about, subject, greeting, body from mail_texts where account_id = ${accountId}`,
  );
}

/** What a company gives its mails: words of its own, and its logo. */
export interface MailDress {
  words: MailText | null;
  logo: LogoFacts | null;
  logo_bytes: Buffer | null;
}

export async function readMailDress(
  db: Reader,
  accountId: number,
  lang: string,
  about: MailReason,
): Promise<MailDress> {
  const [row] = await db.query<MailDress>(sql`
    select ${logoFacts(accountId)} as logo, ${logoBytes(accountId)} as logo_bytes,
      (select json_build_object('subject', subject, 'greeting', greeting, 'body', body) from mail_texts
        where account_id = ${accountId} and lang = ${lang} and about = ${about}) as words`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}

/** Texts that are all empty are none, so their row goes. */
export function putMailText(
  accountId: number,
  { lang, about, subject, greeting, body }: MailTextRow,
  now: Date,
): { steps: Sql; answer: Sql } {
  const change =
    subject === '' && greeting === '' && body === ''
      ? sql`delete from mail_texts where account_id = ${accountId} and lang = ${lang} and about = ${about}`
      : sql`insert into mail_texts (account_id, lang, about, subject, greeting, body, updated_at)
          values (${accountId}, ${lang}, ${about}, ${subject}, ${greeting}, ${body}, ${now}::timestamptz)
          on conflict (account_id, lang, about) do update set subject = excluded.subject,
            greeting = excluded.greeting, body = excluded.body, updated_at = excluded.updated_at`;
  return {
    steps: sql`changed as (${change})`,
    answer: sql`select guid from accounts where account_id = ${accountId}`,
  };
}

/** An invoice to show a mail by. */
export interface SampleInvoice {
  number: string;
  amount: string;
  currency: string;
  due_date: string;
  settlement_date: string;
  buyer: { name: string; email: string };
}

export interface SampleRow {
  invoice: SampleInvoice | null;
  logo: LogoFacts | null;
}

export async function readSample(db: Reader, accountId: number): Promise<SampleRow> {
  const [row] = await db.query<SampleRow>(sql`
    select ${logoFacts(accountId)} as logo,
      (select json_build_object('number', i.number::text, 'amount', i.amount::text, 'currency', i.currency,
          'due_date', i.due_date, 'settlement_date', i.settlement_date,
          'buyer', json_build_object('name', i.buyer->>'name', 'email', i.buyer->>'email'))
        from invoices i where i.account_id = ${accountId} and i.kind = 'invoice' and i.number is not null
        order by i.number desc limit 1) as invoice`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}
