/** The tables whose records the lists of the console show, with what must differ between two copies of a record. */
const COPIED: Record<string, Record<string, string>> = {
  customers: {},
  items: { item_number: `'copy-' || n` },
  costs: {},
  tasks: { number: 'n' },
  sales_documents: { number: `case when one.kind in ('order', 'quote') then n end` },
  product_sales: { image: 'null' },
};
const FIRST_ID = 1_000_000_000;

/** Copies each record that the account has of these until there are `count` more of every kind. */
export function copiesSql(username: string, count: number): string {
  const own = `account_id = (select account_id from accounts where username = '${username}')`;
  const copies = Object.entries(COPIED).map(([table, changed]) => {
    const kind = table === 'sales_documents' ? 'kind' : 'account_id';
    const different = { id: 'n', guid: 'gen_random_uuid()', ...changed };
    return `
      insert into ${table} overriding system value select copy.* from (
        select one.*, ${FIRST_ID} + row_number() over () as n
        from (select distinct on (${kind}) * from ${table} where ${own} order by ${kind}, id) one,
          generate_series(1, ${count})) one,
        jsonb_populate_record(null::${table}, to_jsonb(one) || ${jsonObject(different)}) copy;`;
  });
  return `
    set local session_replication_role = replica;
    ${copies.join('')}
    insert into recurring_schedules select copy.*
    from (select * from recurring_schedules where ${own} limit 1) one,
      (select id as n from sales_documents where ${own} and kind = 'recurring' and id > ${FIRST_ID}) document,
      jsonb_populate_record(null::recurring_schedules, to_jsonb(one) || ${jsonObject({ sales_document_id: 'n' })}) copy;
    insert into cost_sums (account_id, month, accounting_status, show_api, costs)
    select account_id, date_trunc('month', listed_on)::date, accounting_status, show_api, count(*) from costs
    where ${own} and id > ${FIRST_ID} group by 1, 2, 3, 4;
    analyze ${Object.keys(COPIED).join(', ')}, recurring_schedules`;
}

function jsonObject(values: Record<string, string>): string {
  return `jsonb_build_object(${Object.entries(values).map(([name, value]) => `'${name}', ${value}`)})`;
}
