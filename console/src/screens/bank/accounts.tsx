import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileUp, Landmark } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { BankAccount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { writeAccountNo } from '../../lib/account-no.ts';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { buttonClass } from '../../ui/elements/button.tsx';
import { CreateButton } from '../../ui/elements/create-action.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { List } from '../../ui/lists/list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { useConsentText } from './consent.tsx';
import { Gaps } from './gaps.tsx';

const MAX_ACCOUNTS = 500;

/** The accounts of the company at its banks. */
export function BankAccounts() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const query = useRead('get-bank-accounts', {});
  const paging = usePaging(MAX_ACCOUNTS);
  const columns = useColumns();
  const create = <CreateButton label={t('bank.new-account')} onClick={() => change({ new: '1' })} />;
  const opened = query.data?.find(({ guid }) => guid === filters.open);
  const close = () => change({ new: undefined, open: undefined });
  return (
    <Page
      title={t('bank.accounts')}
      description={t('bank.accounts-about')}
      back={
        <Link to="/bank" className="inline-flex items-center gap-1.5 text-muted hover:text-ink">
          <ArrowLeft size={15} aria-hidden />
          {t('nav.bank')}
        </Link>
      }
      actions={create}
    >
      <List
        label={t('bank.accounts')}
        query={query}
        columns={columns}
        onOpen={(guid) => change({ open: guid })}
        paging={paging}
        empty={{
          icon: <Landmark size={22} aria-hidden />,
          title: t('bank.no-account'),
          description: t('bank.no-account-about'),
          action: create,
        }}
      />
      {query.data && query.data.length > 0 && (
        <p className="mt-4">
          <Link to="/bank" search={{ import: '1' }} className={buttonClass()}>
            <FileUp size={16} aria-hidden />
            {t('bank.import')}
          </Link>
        </p>
      )}
      {(filters.new || opened) && <AccountDialog key={opened?.guid} start={opened ?? null} onClose={close} />}
    </Page>
  );
}

/** What is to be known of the connection: why the bank brought nothing, or how long it may be asked. */
function ConsentNote({ account }: { account: BankAccount }) {
  const { consent, fetch_problem } = account;
  const text = useConsentText(account);
  const isUrgent = consent === 'ending' || consent === 'ended';
  const isProblem = isUrgent || fetch_problem !== '';
  if (consent === 'none' && !isProblem) return null;
  return (
    <span className={`block text-xs whitespace-normal ${isProblem ? 'text-danger' : 'text-muted'}`}>
      {isUrgent || !isProblem ? text : fetch_problem}
    </span>
  );
}

function useColumns(): Column<BankAccount>[] {
  const { t, lang } = useTranslation();
  return [
    {
      id: 'name',
      header: t('bank.account-name'),
      card: 'title',
      cell: ({ name, missing, currency }) => (
        <>
          <span className="font-medium">{name}</span>
          <Gaps missing={missing} currency={currency} />
        </>
      ),
    },
    {
      id: 'number',
      header: t('bank.account-number'),
      cell: (account) => <span className="figure">{writeAccountNo(account)}</span>,
    },
    {
      id: 'connection',
      header: t('bank.connection'),
      narrow: true,
      cell: (account) => (
        <>
          {t(`bank.connection-${account.connection as 'file'}`)}
          {account.connection === 'bank' && <ConsentNote account={account} />}
        </>
      ),
    },
    {
      id: 'open',
      header: t('bank.waiting'),
      figure: true,
      cell: ({ lines_open }) => formatNumber(lines_open, lang),
    },
    {
      id: 'balance',
      header: t('bank.balance'),
      figure: true,
      card: 'trailing',
      cell: ({ balance, balance_on, currency }) =>
        balance === null ? (
          '–'
        ) : (
          <>
            {formatMoney(balance, currency, lang)}
            {balance_on && <span className="block text-xs text-muted">{formatDate(balance_on, lang)}</span>}
          </>
        ),
    },
  ];
}
