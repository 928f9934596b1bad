import { Link } from '@tanstack/react-router';
import { CircleCheck, FileUp, Landmark, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LINE_STATES } from '../../../../src/domain/bank/line-states.ts';
import { useRead } from '../../api/queries.ts';
import type { BankAccount, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { EmptyState, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { Comparison } from './comparison.tsx';
import { Desk } from './desk.tsx';
import { DoneLines } from './done-lines.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LastBooked } from './last-booked.tsx';
import { useLineFilter } from './line-filter.ts';
import { useBookings } from './use-bookings.ts';

const I = { size: 16, 'aria-hidden': true } as const;
const WINDOW = 40;

type State = (typeof LINE_STATES)[number];

/** The transactions of the bank: those to book, and those that were booked or set aside. */
export function Bank() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const accounts = useRead('get-bank-accounts', {});
  const state = LINE_STATES.find((one) => one === filters.state) ?? 'open';
  return (
    <Page title={t('nav.bank')} description={t('bank.about')} actions={<Actions />}>
      <QueryView query={accounts} rows={4}>
        {(known) =>
          known.length === 0 ? (
            <NoAccount />
          ) : (
            <>
              <Comparison account={filters.account} />
              <Toolbar accounts={known} state={state} />
              {state === 'open' ? <OpenLines accounts={known} /> : <DoneLines state={state} />}
            </>
          )
        }
      </QueryView>
      {filters.import && accounts.data && (
        <ImportDialog
          accounts={accounts.data}
          chosen={filters.account}
          onClose={() => change({ import: undefined })}
        />
      )}
    </Page>
  );
}

function Actions() {
  const { t } = useTranslation();
  const [, change] = useFilters();
  return (
    <>
      <Link to="/bank/accounts" className={buttonClass()}>
        <Wallet {...I} />
        {t('bank.accounts')}
      </Link>
      <Button variant="primary" icon={<FileUp {...I} />} onClick={() => change({ import: '1' })}>
        {t('bank.import')}
      </Button>
    </>
  );
}

function NoAccount() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<Landmark size={22} aria-hidden />}
        title={t('bank.no-account')}
        description={t('bank.no-account-about')}
      >
        <Link to="/bank/accounts" search={{ new: '1' }} className={buttonClass('primary')}>
          {t('bank.new-account')}
        </Link>
      </EmptyState>
    </Card>
  );
}

function Toolbar({ accounts, state }: { accounts: readonly BankAccount[]; state: State }) {
  const { t, lang } = useTranslation();
  const [filters, change] = useFilters();
  const { data } = useRead(
    'find-bank-lines',
    { ...useLineFilter(), state, limit: WINDOW },
    { keepPrevious: true },
  );
  return (
    <div className="no-print mb-3 flex flex-wrap items-end gap-2.5">
      <Segments<State>
        label={t('field.status')}
        values={LINE_STATES}
        value={state}
        onChange={(to) => change({ state: to === 'open' ? '' : to, page: '' })}
      >
        {(one) => (
          <>
            {t(`bank.state-${one}`)}{' '}
            <span className="figure font-normal">
              {data?.states[one] === null ? '' : formatNumber(data?.states[one] ?? 0, lang)}
            </span>
          </>
        )}
      </Segments>
      {accounts.length > 1 && (
        <div className="w-56 max-sm:w-full">
          <Field label={t('bank.account')} hideLabel>
            <Select
              value={filters.account ?? ''}
              onChange={({ target }) => change({ account: target.value, page: '' })}
            >
              <option value="">{t('bank.all-accounts')}</option>
              {accounts.map(({ guid, name }) => (
                <option key={guid} value={guid}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <SearchBox label={t('bank.search')} value={filters.q ?? ''} onSearch={(q) => change({ q, page: '' })} />
    </div>
  );
}

/** As many lines as are read at once, at most. */
const MAX_WINDOW = 200;

/** The desk, with how many lines are left. It reads on while lines are booked. */
function OpenLines({ accounts }: { accounts: readonly BankAccount[] }) {
  const { t, tn } = useTranslation();
  const [size, setSize] = useState(WINDOW);
  const input = { ...useLineFilter(), state: 'open' as const, limit: size };
  const query = useRead('find-bank-lines', input, { keepPrevious: true });
  const bookings = useBookings(query);
  const rows = query.data?.rows.filter((line) => !bookings.isHidden(line)) ?? [];
  const hidden = (query.data?.rows.length ?? 0) - rows.length;
  // Lines that are about to be booked are still among those that are read: more of them are read, so that others are left.
  useEffect(() => {
    if (hidden > size - WINDOW / 2) setSize(Math.min(MAX_WINDOW, size + WINDOW));
    else if (hidden === 0) setSize(WINDOW);
  }, [hidden, size]);
  return (
    <QueryView query={query} rows={8}>
      {(found) => {
        const left = found.states.open - hidden;
        if (rows.length === 0)
          return left > 0 ? <Skeleton rows={8} /> : <NothingLeft found={found} accounts={accounts} />;
        return (
          <>
            <div className="mb-2 flex min-h-9 items-center justify-between gap-4 text-dense text-muted max-sm:min-h-11">
              <span role="status" className="figure shrink-0 font-medium text-ink">
                {tn('bank.left', left)}
              </span>
              <span className="flex-1 max-md:hidden">{t('bank.keys')}</span>
              <LastBooked />
            </div>
            <Desk found={found} rows={rows} bookings={bookings} />
          </>
        );
      }}
    </QueryView>
  );
}

interface NothingLeftProps {
  found: OutputOf<'find-bank-lines'>;
  accounts: readonly BankAccount[];
}

function NothingLeft({ found, accounts }: NothingLeftProps) {
  const { t } = useTranslation();
  const [filters] = useFilters();
  const hasAny = found.states.booked !== 0 || accounts.some(({ balance_on }) => balance_on !== null);
  return (
    <Card>
      <div className="flex justify-end empty:hidden">
        <LastBooked />
      </div>
      <EmptyState
        icon={<CircleCheck size={22} aria-hidden />}
        title={t(filters.q ? 'none.title' : hasAny ? 'bank.all-booked' : 'bank.none')}
        description={t(hasAny ? 'bank.all-booked-about' : 'bank.none-about')}
      />
    </Card>
  );
}
