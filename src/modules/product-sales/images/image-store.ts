import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';

export interface StoredImage {
  content_type: string;
  bytes: Buffer;
}

export interface NewImage {
  guid: string;
  contentType: string;
  sha256: Buffer;
  bytes: Buffer;
}

export async function findImage(db: Queryable, accountId: number, guid: string): Promise<StoredImage | null> {
  const [row] = await db.query<StoredImage>(
    sql`select content_type, bytes from sale_images where account_id = ${accountId} and guid = ${guid}`,
  );
  return row ?? null;
}

export interface LockedSale {
  id: number;
  guid: string;
  image: string | null;
}

export async function lockSale(tx: Queryable, accountId: number, guid: string): Promise<LockedSale | null> {
  const [row] = await tx.query<LockedSale>(
    sql`select id, guid, image from product_sales where account_id = ${accountId} and guid = ${guid} for update`,
  );
  return row ?? null;
}

/** Replaces the picture of a sale, or removes it. */
export function replaceImage(accountId: number, sale: LockedSale, image: NewImage | null, now: Date) {
  const inserted = image
    ? sql`inserted as (
        insert into sale_images (account_id, guid, content_type, size, sha256, bytes)
        values (${accountId}, ${image.guid}, ${image.contentType}, ${image.bytes.length}, ${image.sha256},
          ${image.bytes})),`
    : EMPTY;
  const deleted: Sql = sql`deleted as (
    delete from sale_images where account_id = ${accountId} and guid = ${sale.image})`;
  return {
    ctes: sql`${inserted} ${deleted}`,
    result: sql`
      update product_sales set image = ${image?.guid ?? null}::uuid, updated_at = ${now}
      where account_id = ${accountId} and id = ${sale.id} returning guid, id`,
  };
}
