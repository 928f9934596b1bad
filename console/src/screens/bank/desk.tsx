import { useEffect, useRef, useState } from 'react';
import type { BankLine, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { topLayer, useShortcuts } from '../../lib/shortcuts.ts';
import { BookDialog } from './book-dialog.tsx';
import { CurrentLine } from './current-line.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { LineRow } from './line-row.tsx';
import { namedBy } from './line-text.ts';
import type { useBookings } from './use-bookings.ts';

interface Props {
  found: OutputOf<'find-bank-lines'>;
  rows: readonly BankLine[];
  bookings: ReturnType<typeof useBookings>;
}

type Opened = 'book' | 'ignore' | null;

/** The lines that wait, one of them open. Arrows move, digits choose a proposal, and Enter presses the button that has the focus. */
export function Desk({ found, rows, bookings }: Props) {
  const { t } = useTranslation();
  const { line, index, moveTo, noteBooked } = useCursor(rows);
  const [choice, setChoice] = useState({ guid: '', proposal: 0 });
  const [opened, setOpened] = useState<Opened>(null);
  const named = namedBy(found.named);
  const proposals = line ? orderProposals(line, bookings.isTaken) : [];
  const proposal = choice.guid === line?.guid ? choice.proposal : 0;
  const choose = (to: number) => line && proposals[to] && setChoice({ guid: line.guid, proposal: to });
  useShortcuts({
    down: () => moveTo(index + 1),
    up: () => moveTo(index - 1),
    next: () => moveTo(index + 1),
    previous: () => moveTo(index - 1),
    choose: ({ key }) => choose(Number(key) - 1),
    find: () => line && setOpened('book'),
    ignore: () => line && setOpened('ignore'),
  });
  if (!line) return null;
  const book = (write: () => void) => {
    noteBooked(line.guid);
    write();
  };
  return (
    <>
      <ol aria-label={t('bank.lines')} className="divide-y rounded-xl border bg-paper shadow-card">
        {rows.map((one, at) =>
          one.guid === line.guid ? (
            <CurrentLine
              key={one.guid}
              line={one}
              proposals={proposals}
              named={named}
              isTaken={bookings.isTaken}
              chosen={Math.min(proposal, Math.max(0, proposals.length - 1))}
              onChoose={choose}
              error={bookings.failureOf(one.guid)}
              onBook={(actions) => book(() => bookings.book(one.guid, actions))}
              onBookAll={(guids, actions) => book(() => bookings.bookAll(guids, actions))}
              onFind={() => setOpened('book')}
              onIgnore={() => setOpened('ignore')}
            />
          ) : (
            <LineRow key={one.guid} line={one} onOpen={() => moveTo(at)} />
          ),
        )}
      </ol>
      {opened === 'book' && (
        <BookDialog
          line={line}
          onBook={(actions) => book(() => bookings.book(line.guid, actions))}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'ignore' && (
        <IgnoreDialog
          line={line}
          onIgnore={(guids, reason) => book(() => bookings.ignoreAll(guids, reason))}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** What an earlier line is about to use comes last. */
function orderProposals({ proposals }: BankLine, isTaken: Props['bookings']['isTaken']) {
  const [taken, free] = [
    proposals.filter(({ actions }) => isTaken(actions)),
    proposals.filter(({ actions }) => !isTaken(actions)),
  ];
  return [...free, ...taken];
}

/** The line that the keys are for. When it is booked, the one below takes its place; when that is undone, it is back. */
function useCursor(rows: readonly BankLine[]) {
  const [cursor, setCursor] = useState({ guid: '', at: 0 });
  const booked = useRef('');
  const found = rows.findIndex(({ guid }) => guid === cursor.guid);
  const index = found >= 0 ? found : Math.max(0, Math.min(cursor.at, rows.length - 1));
  const line = rows[index];
  const moveTo = (at: number) => {
    const to = Math.max(0, Math.min(at, rows.length - 1));
    const next = rows[to];
    if (next) setCursor({ guid: next.guid, at: to });
  };
  const undone = rows.findIndex(({ guid }) => guid === booked.current);
  useEffect(() => {
    if (topLayer()) return;
    if (undone >= 0) {
      booked.current = '';
      moveTo(undone);
    } else if (line && line.guid !== cursor.guid) setCursor({ guid: line.guid, at: index });
  });
  return {
    line,
    index,
    moveTo,
    noteBooked: (guid: string) => {
      setCursor({ guid: '', at: index });
      // Only after the line has left the list: the effect must not take it for one that has come back.
      setTimeout(() => {
        booked.current = guid;
      });
    },
  };
}
