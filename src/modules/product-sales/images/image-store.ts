import type { Queryable } from '../../../kernel/database/queryable.ts';
import { first, type RowOf, recordRow } from '../../../kernel/database/row.ts';
import { EMPTY, sql } from '../../../kernel/database/sql.ts';
import { productSales, saleImages } from '../tables.ts';

const image = saleImages.pick('content_type', 'bytes');
export type StoredImage = RowOf<typeof image>;

export interface NewImage {
  guid: string;
  contentType: string;
  sha256: Buffer;
  bytes: Buffer;
}

export function findImage(db: Queryable, accountId: number, guid: string): Promise<StoredImage | null> {
  return first(
    db.query(
      image,
      sql`select ${image.list()} from sale_images where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}

const lockedSale = productSales.pick('id', 'guid', 'image', 'is_open');
export type LockedSale = RowOf<typeof lockedSale>;

export function lockSale(tx: Queryable, accountId: number, guid: string): Promise<LockedSale | null> {
  return first(
    tx.query(
      lockedSale,
      sql`select ${lockedSale.list()} from product_sales
        where account_id = ${accountId} and guid = ${guid} for update`,
    ),
  );
}

/** Replaces the picture of a sale, or removes it. */
export function replaceImage(accountId: number, sale: LockedSale, added: NewImage | null, now: Date) {
  const record = added && {
    account_id: accountId,
    guid: added.guid,
    content_type: added.contentType,
    size: added.bytes.length,
    sha256: added.sha256,
    bytes: added.bytes,
  };
  const insertion = record ? sql`insertion as (${saleImages.insert(record)}),` : EMPTY;
  return {
    row: recordRow,
    ctes: sql`${insertion} deletion as (
      delete from sale_images where account_id = ${accountId} and guid = ${sale.image})`,
    result: sql`${productSales.update({ image: added?.guid ?? null, updated_at: now })}
      where account_id = ${accountId} and id = ${sale.id} returning guid, id`,
  };
}
