import type { Queryable } from '../../../kernel/context.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { MailReason } from '../../../rendering/mail/invoice-mail-texts.ts';
import type { PrintableInvoice } from '../../../rendering/printable-invoice.ts';
import { type LogoFacts, logoBytes, logoFacts } from '../../accounts/logo-store.ts';
import { printableInvoiceSql } from '../deliver/rendition-store.ts';

export interface MailText {
  subject: string;
  greeting: string;
  body: string;
}

export interface MailTextRow extends MailText {
  lang: string;
  about: string;
}

export function listMailTexts(db: Queryable, accountId: number): Promise<MailTextRow[]> {
  return db.query<MailTextRow>(
    sql`select lang, about, subject, greeting, body from mail_texts where account_id = ${accountId}`,
  );
}

/** A company's own texts for a mail, and its logo. */
export interface MailBranding {
  words: MailText | null;
  logo: LogoFacts | null;
  logo_bytes: Buffer | null;
}

export async function readMailBranding(
  db: Queryable,
  accountId: number,
  lang: string,
  about: MailReason,
): Promise<MailBranding> {
  const [row] = await db.query<MailBranding>(sql`
    select ${logoFacts(accountId)} as logo, ${logoBytes(accountId)} as logo_bytes,
      (select json_build_object('subject', subject, 'greeting', greeting, 'body', body) from mail_texts
        where account_id = ${accountId} and lang = ${lang} and about = ${about}) as words`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}

/** Texts that are all empty mean the default, so their row is deleted. */
export function upsertMailTextStatement(
  accountId: number,
  { lang, about, subject, greeting, body }: MailTextRow,
  now: Date,
): { ctes: Sql; result: Sql } {
  const change =
    subject === '' && greeting === '' && body === ''
      ? sql`delete from mail_texts where account_id = ${accountId} and lang = ${lang} and about = ${about}`
      : sql`insert into mail_texts (account_id, lang, about, subject, greeting, body, updated_at)
          values (${accountId}, ${lang}, ${about}, ${subject}, ${greeting}, ${body}, ${now}::timestamptz)
          on conflict (account_id, lang, about) do update set subject = excluded.subject,
            greeting = excluded.greeting, body = excluded.body, updated_at = excluded.updated_at`;
  return {
    ctes: sql`changed as (${change})`,
    result: sql`select guid from accounts where account_id = ${accountId}`,
  };
}

export interface SampleRow {
  /** The newest invoice, as the sample of a preview; null where there is none. */
  record: PrintableInvoice | null;
  logo: LogoFacts | null;
}

export async function readSample(db: Queryable, accountId: number): Promise<SampleRow> {
  const [row] = await db.query<SampleRow>(sql`
    select ${logoFacts(accountId)} as logo,
      (select ${printableInvoiceSql} from invoices i
        left join invoices o on o.account_id = ${accountId} and o.id = i.refer_id
        where i.account_id = ${accountId} and i.kind = 'invoice' and i.number is not null
        order by i.number desc limit 1) as record`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}
