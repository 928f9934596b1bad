import type { FastifyRequest } from 'fastify';
import { type Failure, TooManyAttempts } from '../../kernel/failures/failure.ts';
import { failureOf } from '../http/answers/failures.ts';
import { html } from '../http/pages/html.ts';
import type { AccountTexts } from './account/account-texts.ts';

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'email';
  hint?: string;
  value?: string | undefined;
  autocomplete: string;
  required?: boolean;
  /** Whether the field has the focus when the page opens. */
  focus?: boolean;
  /** Whether the message above the form is about this field: it is marked and has the focus. */
  isWrong?: boolean;
}

/** A field with its label and hint, connected for screen readers. */
export function renderField({
  name,
  label,
  type = 'text',
  hint,
  value = '',
  autocomplete,
  required = true,
  isWrong = false,
  focus = isWrong,
}: Field) {
  const descriptionAttribute = hint ? html` aria-describedby="${name}-hint"` : '';
  const requiredAttribute = required ? html` required` : '';
  const focusAttribute = focus ? html` autofocus` : '';
  const wrongAttribute = isWrong ? html` aria-invalid="true"` : '';
  const typingAttributes = type === 'text' ? html` autocapitalize="none" spellcheck="false"` : '';
  return html`<label for="${name}">${label}${hint ? html` <span class="hint" id="${name}-hint">${hint}</span>` : ''}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="200"${descriptionAttribute}${requiredAttribute}${typingAttributes}${wrongAttribute}${focusAttribute}>`;
}

export function renderHidden(name: string, value: string) {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

export function renderAlert(message: string) {
  return html`<p class="note error" role="alert">${message}</p>`;
}

/** Translates a failure into the page's language. `labels` names the fields that the message can be about. */
export function translateFailure(
  error: unknown,
  request: FastifyRequest,
  texts: AccountTexts,
  labels: Readonly<Record<string, string>> = {},
): { message: string; failure: Failure } {
  const failure = failureOf(error, request);
  if (failure instanceof TooManyAttempts) {
    return { failure, message: texts.tooMany(Math.ceil(failure.retryAfterSeconds / 60)) };
  }
  const messages: Partial<Record<Failure['code'], string>> = {
    invalid_password: texts.wrong,
    password_wrong: texts.wrongPassword,
    code_wrong: texts.codeWrong,
    second_factor_known: texts.stale,
    owner_required: texts.ownerOnly,
    link_used: texts.linkUsed,
    login_elsewhere: texts.loginElsewhere,
    already_here: texts.alreadyHere,
    second_factor_required: texts.factorRequired,
    setup_link_used: texts.setupLinkUsed,
    username_taken: texts.taken,
    account_disabled: texts.closed,
    form_stale: texts.stale,
  };
  const otherwise = failure.kind === 'busy' ? texts.busy : translateFieldFailure(failure, texts, labels);
  return { failure, message: messages[failure.code] ?? otherwise };
}

/** The field that a refusal is about; undefined where it is about none. */
export function wrongFieldOf({ code, details: [name] }: Failure): string | undefined {
  if (code === 'username_taken') return 'username';
  return /^field_(required|invalid)$/.test(code) ? name : undefined;
}

/** Names the field by its label on the page instead of its name on the wire. */
function translateFieldFailure(
  { code, message, details: [name = '', problem = ''], reasons }: Failure,
  texts: AccountTexts,
  labels: Readonly<Record<string, string>>,
): string {
  const label = labels[name];
  if (label === undefined || !/^field_(required|invalid)$/.test(code)) return message;
  if (code === 'field_required') return texts.required(label);
  if (reasons.some((one) => one.code === 'common_password')) return texts.commonPassword;
  if (reasons.some((one) => one.code === 'kennitala')) return texts.wrongKennitala;
  if (reasons.some((one) => one.code === 'username')) return texts.wrongUsername;
  return name === 'password' && /at least/.test(problem) ? texts.short : texts.invalid(label);
}
