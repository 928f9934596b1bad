import { Ban, Check, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useRead } from '../../api/queries.ts';
import type { BankAction, BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { topLayer } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { DocumentQuestions } from '../../ui/records/document-questions.tsx';
import { LineFacts } from './line-row.tsx';
import { lineTitle, type Named, useLineText } from './line-text.ts';
import { ProposalList } from './proposal-list.tsx';

const I = { size: 16, 'aria-hidden': true } as const;

interface Props {
  line: BankLine;
  proposals: BankLine['proposals'];
  named: Named;
  isTaken(actions: readonly BankAction[]): boolean;
  chosen: number;
  onChoose(index: number): void;
  /** Why the last booking of it was refused. */
  error: Error | null;
  onBook(actions: readonly BankAction[]): void;
  onBookAll(guids: readonly string[], actions: readonly SameAction[]): void;
  onFind(): void;
  onIgnore(): void;
}

/** The line that is being decided: what it may be, and the button that books it, which has the focus. */
export function CurrentLine(props: Props) {
  const { line, proposals, chosen, onChoose, onBook, error } = props;
  const { t } = useTranslation();
  const { actionsText, whyText } = useLineText(props.named);
  const main = useRef<HTMLButtonElement>(null);
  useFocusHere(main, line.guid);
  const proposal = proposals[chosen];
  const choose = (index: number) => {
    onChoose(index);
    main.current?.focus();
  };
  return (
    <li aria-current="true" className="border-l-4 border-l-accent bg-accent-subtle/30 px-4 py-3.5">
      <LineFacts line={line} />
      {line.is_reversal && <p className="mt-1 text-dense text-warning">{t('bank.reversal')}</p>}
      {line.reason && (
        <p className="mt-1 text-dense text-warning">{t('bank.unbooked-because', { reason: line.reason })}</p>
      )}
      {proposals.length > 0 ? (
        <ProposalList
          options={proposals.map((one) => ({
            title: actionsText(one.actions, line),
            why: props.isTaken(one.actions) ? t('bank.taken') : whyText(one, line),
            isSure: one.score === 1 && !props.isTaken(one.actions),
          }))}
          chosen={chosen}
          onChoose={choose}
        />
      ) : (
        <p className="mt-3 text-muted">{t('bank.no-proposal')}</p>
      )}
      {error && (
        <div className="mt-3">
          <ErrorAlert error={error} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {proposal && (
          <Button
            ref={main}
            variant="primary"
            icon={<Check {...I} />}
            onKeyDown={ignoreRepeated}
            onClick={() => onBook(proposal.actions)}
          >
            {t('bank.book')}
          </Button>
        )}
        <Button {...(!proposal && { ref: main })} icon={<Search {...I} />} onClick={props.onFind}>
          {t('bank.find')}
        </Button>
        <Button icon={<Ban {...I} />} onClick={props.onIgnore}>
          {t('bank.ignore')}
        </Button>
        <DocumentQuestions kind="bank_line" guid={line.guid} name={lineTitle(line)} />
        {proposal && <SameLines line={line} actions={proposal.actions} onBookAll={props.onBookAll} />}
      </div>
    </li>
  );
}

/** Enter that is held down books one line, not all of them. */
function ignoreRepeated(event: React.KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/** Moves the focus along with the line, unless the person is somewhere else, as in the search field or a dialog. */
function useFocusHere(main: React.RefObject<HTMLButtonElement | null>, guid: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each line
  useEffect(() => {
    const { activeElement } = document;
    const button = main.current;
    const isFree = activeElement?.contains(button) || activeElement?.closest('ol')?.contains(button);
    if (topLayer() || !isFree) return;
    button?.focus({ preventScroll: true });
    button?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [guid]);
}

/** What every line of a text may be, whatever its amount. */
type SameAction = Pick<BankAction, 'type' | 'code' | 'note' | 'bank_account_guid'>;

/** The action without its amount, if it can be that of other lines as well. */
function toSameAction(actions: readonly BankAction[]): SameAction | null {
  const [action, ...others] = actions;
  if (!action || others.length > 0 || !['other', 'fee', 'transfer'].includes(action.type)) return null;
  const { type, code, note, bank_account_guid } = action;
  return {
    type,
    ...(code !== undefined && { code }),
    ...(note !== undefined && { note }),
    ...(bank_account_guid !== undefined && { bank_account_guid }),
  };
}

interface SameProps {
  line: BankLine;
  actions: readonly BankAction[];
  onBookAll(guids: readonly string[], actions: readonly SameAction[]): void;
}

/** Books all lines of the same text in the same way. */
function SameLines({ line, actions, onBookAll }: SameProps) {
  const { t, tn } = useTranslation();
  const action = toSameAction(actions);
  const { data } = useRead('get-same-bank-lines', { guid: line.guid }, { enabled: action !== null });
  const guids = data?.guids ?? [];
  if (!action || guids.length < 2) return null;
  return (
    <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <span className="text-dense text-muted">{tn('bank.same', guids.length - 1)}</span>
      <Button onClick={() => onBookAll(guids, [action])}>{t('bank.book-same', { n: guids.length })}</Button>
    </span>
  );
}
