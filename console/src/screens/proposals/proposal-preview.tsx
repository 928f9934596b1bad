import { TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import {
  effectRows,
  lineDetails,
  linePrice,
  warningText,
} from '../../../../src/domain/access/effect-text.ts';
import { translateCode } from '../../api/problem-text.ts';
import type { Proposal } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Facts } from '../../ui/elements/page.tsx';
import { changesOf } from './preview-texts.ts';

type Preview = Proposal['preview'];

/** The reason that the service itself gives. */
const REVOKED = 'The program was disconnected';

/** All that the write does, as it would be now, and what has changed since it was proposed. */
export function ProposalPreview({ proposal }: { proposal: Proposal }) {
  const language = useTranslation();
  const { t, tIfKnown } = language;
  const { preview, proposed, refusal, frozen, connected, reason, person, state } = proposal;
  const notes = [
    ...(refusal
      ? [`${t('proposals.refused')} ${translateCode(refusal.code, tIfKnown) ?? refusal.message}`]
      : []),
    ...(frozen ? [t('proposals.frozen')] : []),
    ...(connected ? [] : [t('proposals.disconnected')]),
  ];
  const warning = warningText(preview, language);
  const facts: ComponentProps<typeof Facts>['rows'] = [
    ...effectRows(preview, language),
    state === 'declined' && reason
      ? [t('proposals.reason'), reason === REVOKED ? t('proposals.revoked') : reason]
      : null,
    person ? [t('proposals.decided-by'), person] : null,
  ];
  return (
    <div className="grid grid-cols-1 gap-4 px-5 py-4">
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {proposed && (
        <Note>
          {t('proposals.changed')}
          <ul className="mt-1 grid gap-0.5">
            {changesOf(proposed, preview, language).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Note>
      )}
      {warning && <Note>{warning}</Note>}
      {facts.some((row) => row !== null) && <Facts rows={facts} />}
      {preview.lines.length > 0 && <Lines lines={preview.lines} currency={preview.currency ?? 'ISK'} />}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex gap-2.5 rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

function Lines({ lines, currency }: { lines: Preview['lines']; currency: string }) {
  const language = useTranslation();
  const { t, lang } = language;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-dense">
        <thead className="text-left text-muted">
          <tr>
            <th className="py-1.5 pr-4 font-medium">{t('effect.line')}</th>
            <th className="py-1.5 pr-4 text-right font-medium">{t('proposals.qty')}</th>
            <th className="py-1.5 text-right font-medium">{t('proposals.price')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <tr key={at} className="border-t">
              <td className="py-1.5 pr-4 wrap-anywhere">
                {line.description}
                <div className="text-muted">{lineDetails(line, currency, language)}</div>
              </td>
              <td className="figure py-1.5 pr-4 text-right">{formatNumber(Number(line.qty), lang)}</td>
              <td className="figure py-1.5 text-right">{linePrice(line, currency, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
