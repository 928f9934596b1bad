import {
  BOUND_NAMES,
  type BoundName,
  canMakeWait,
  PROGRAM_MODES,
  type ProgramLimits,
  type ProgramMode,
} from '../../domain/access/program-limits.ts';
import type { Lang } from '../../domain/values/codes.ts';
import type { Scope } from '../../kernel/access/scopes.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { parseSent } from '../../kernel/fields/field-failures.ts';
import { type LimitsInput, limitsInput } from '../../modules/agents/schema.ts';
import { textField } from '../http/callers/credentials.ts';
import { html } from '../http/pages/html.ts';
import { LIMIT_TEXTS } from './oauth-texts.ts';

type Sent = Readonly<Record<string, unknown>>;

/** The choices of the consent page: what the program may do by itself, and how much. */
export function limitsFields(lang: Lang, limits: ProgramLimits) {
  const texts = LIMIT_TEXTS[lang];
  const mode = (name: ProgramMode) => html`<label class="choice">
    <input type="radio" name="mode" value="${name}"${name === limits.mode ? html` checked` : ''}>
    <span class="choice-lines"><strong>${texts[name]}</strong><span class="hint">${texts[`${name}About`]}</span></span></label>`;
  const bound = (name: BoundName) => html`<label for="${name}">${texts[name]}</label>
    <input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" placeholder="${texts.unbounded}" value="${limits[name] === null ? '' : String(limits[name])}">`;
  return html`<fieldset class="choices"><legend>${texts.legend}</legend>${PROGRAM_MODES.map(mode)}</fieldset>
    <h2>${texts.bounds}</h2>
    <p class="hint">${texts.boundsAbout}</p>
    ${isUnlimited(limits) ? html`<p class="note warning">${texts.unlimited}</p>` : ''}
    ${BOUND_NAMES.map(bound)}
    <label class="choice"><input type="checkbox" name="new_recipients" value="propose"${limits.new_recipients === 'propose' ? html` checked` : ''}>
      <span>${texts.new_recipients}</span></label>`;
}

/** Whether the preselected choices let the program do everything of its scopes without asking anybody. */
function isUnlimited(limits: ProgramLimits): boolean {
  return !canMakeWait(limits);
}

/** What the person chose. Undefined where the form has no such choices, so that the defaults hold. */
export function chosenLimits(sent: Sent): LimitsInput | undefined {
  const mode = textField(sent, 'mode');
  const hasBounds = isWholeForm(sent);
  if (mode === undefined && !hasBounds) return undefined;
  const amounts = Object.fromEntries(BOUND_NAMES.map((name) => [name, plainNumber(textField(sent, name))]));
  const recipients = textField(sent, 'new_recipients') === 'propose' ? 'propose' : 'act';
  return parseSent(limitsInput, { mode, ...(hasBounds && { ...amounts, new_recipients: recipients }) });
}

/** People write 100.000 or 100 000 for a hundred thousand. */
function plainNumber(written = ''): string | null {
  const digits = written.replaceAll(/[\s.]|kr/g, '');
  if (digits === '') return null;
  return /^\d{1,12}$/.test(digits) ? digits : fail('field_invalid', 'limits', 'must be whole numbers');
}

/** A browser sends every text field of the page, also empty ones. A program that posts only the decision sends none. */
function isWholeForm(sent: Sent): boolean {
  return 'max_amount' in sent;
}

/** The scopes that the person left ticked. Without the ticks of the page all that were offered. */
export function chosenScopes(sent: Sent, offered: readonly Scope[]): Scope[] {
  if (!isWholeForm(sent)) return [...offered];
  return offered.filter((scope) => textField(sent, `allow_${scope}`) !== undefined);
}
