import { useFilters } from '../../lib/filters.ts';

/** The lines that the address asks for: of one account or all, and with a search. */
export function useLineFilter() {
  const [{ account, q }] = useFilters();
  return { ...(account && { bank_account_guid: account }), ...(q && { search: q }) };
}
