import type { ReactNode } from 'react';
import type { RefusedRecord } from '../../api/bulk-calls.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';

export interface RefusedRow<Row> {
  row: Row;
  problems: RefusedRecord['problems'];
}

/** The code of the rule that a refusal is about. */
function reasonOf({ problems: [problem] }: Pick<RefusedRow<never>, 'problems'>): string {
  return problem?.reasons[0]?.code ?? problem?.code ?? '';
}

interface Props<Row> {
  refused: readonly RefusedRow<Row>[];
  nameOf(row: Row): string;
  /** What can be done about the rows of one reason. */
  actions?(reason: string, rows: readonly Row[]): ReactNode;
}

/** The rows that something cannot be done with, by reason, the most frequent first. */
export function RefusedGroups<Row extends { guid: string }>({ refused, nameOf, actions }: Props<Row>) {
  const { lang, tIfKnown } = useTranslation();
  const errorText = useErrorText();
  const groups = [...Map.groupBy(refused, reasonOf)].sort(([, a], [, b]) => b.length - a.length);
  return (
    <ul className="grid gap-2">
      {groups.map(([reason, rows]) => {
        const [problem] = rows[0]?.problems ?? [];
        return (
          <li key={reason}>
            <details>
              <summary className="cursor-pointer">
                <span className="figure font-medium">{formatNumber(rows.length, lang)}</span>{' '}
                {tIfKnown(`bulk.why.${reason}`) ?? (problem ? errorText(problem) : reason)}
              </summary>
              <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-6 text-dense text-muted">
                {rows.map(({ row }) => (
                  <li key={row.guid}>{nameOf(row)}</li>
                ))}
              </ul>
            </details>
            {actions?.(
              reason,
              rows.map(({ row }) => row),
            )}
          </li>
        );
      })}
    </ul>
  );
}
