import type { FastifyRequest } from 'fastify';
import { type Failure, TooManyAttempts } from '../../kernel/failures/failure.ts';
import { failureOf } from '../http/failures.ts';
import { html } from '../http/html.ts';
import type { Words } from './account/texts.ts';

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'email';
  hint?: string;
  value?: string | undefined;
  autocomplete: string;
  required?: boolean;
  /** Whether one types here first. */
  focus?: boolean;
}

/** A field with its label and, where there is one, its hint, tied together for whoever hears the page. */
export function field({
  name,
  label,
  type = 'text',
  hint,
  value = '',
  autocomplete,
  required = true,
  focus = false,
}: Field) {
  const described = hint ? html` aria-describedby="${name}-hint"` : '';
  const needed = required ? html` required` : '';
  const first = focus ? html` autofocus` : '';
  const plain = type === 'text' ? html` autocapitalize="none" spellcheck="false"` : '';
  return html`<label for="${name}">${label}${hint ? html` <span class="hint" id="${name}-hint">${hint}</span>` : ''}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="200"${described}${needed}${plain}${first}>`;
}

export function hidden(name: string, value: string) {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

export function alert(message: string) {
  return html`<p class="note bad" role="alert">${message}</p>`;
}

/** A failure in the person's own words, and the status that goes with it; `labels` are those of the fields that may be wrong. */
export function told(
  error: unknown,
  request: FastifyRequest,
  words: Words,
  labels: Readonly<Record<string, string>> = {},
): { message: string; failure: Failure } {
  const failure = failureOf(error, request);
  if (failure instanceof TooManyAttempts) {
    return { failure, message: words.tooMany(Math.ceil(failure.retryAfterSeconds / 60)) };
  }
  const known: Partial<Record<Failure['code'], string>> = {
    invalid_password: words.wrong,
    password_wrong: words.wrongPassword,
    owner_required: words.ownerOnly,
    link_used: words.linkUsed,
    username_taken: words.taken,
    account_disabled: words.closed,
    form_stale: words.stale,
  };
  const otherwise = failure.kind === 'busy' ? words.busy : fieldProblem(failure, words, labels);
  return { failure, message: known[failure.code] ?? otherwise };
}

/** By the label that the field has on the page. */
function fieldProblem(
  { code, message, details: [name = '', problem = ''] }: Failure,
  words: Words,
  labels: Readonly<Record<string, string>>,
): string {
  const label = labels[name];
  if (label === undefined || !/^field_(required|invalid)$/.test(code)) return message;
  if (code === 'field_required') return words.required(label);
  return name === 'password' && /at least/.test(problem) ? words.short : words.invalid(label);
}
