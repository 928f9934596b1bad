/** SQL that copies the first record of the account, an SQL expression, many times; the copies differ in the given fields. */
export function copyRows(account: string, table: string, count: number, fields: string): string {
  return `
    insert into ${table} overriding system value
    select copy.* from ${table} first, generate_series(2, ${count}) n,
      jsonb_populate_record(first, jsonb_build_object(${fields})) copy
    where first.account_id = ${account};`;
}

/** The same for records with a guid. The id of each copy is its number. */
export function copyRecords(
  account: string,
  table: string,
  kind: number,
  count: number,
  fields: string,
): string {
  return `
    update ${table} set guid = ${guidSql(kind, '1')} where account_id = ${account};
    ${copyRows(account, table, count, `'id', n, 'guid', ${guidSql(kind, 'n')}, ${fields}`)}
    select setval(pg_get_serial_sequence('${table}', 'id'), ${count});`;
}

/** The guid of a record, by kind and number. */
export function guid(kind: number, n: number): string {
  return `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function guidSql(kind: number, n: string): string {
  return `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}
