import type { Locator } from 'playwright-core';

interface FieldState {
  label: string;
  /** The text that describes the field to a screen reader. */
  description: string;
  isFocused: boolean;
  isInView: boolean;
}

export interface FormState {
  /** The fields that are marked as wrong, in their order on the screen. */
  marked: FieldState[];
  alert: { text: string; isInView: boolean } | null;
  /** As many fields are marked as expected, the first of them has the focus, and it and the refusal are in view. */
  isComplete: boolean;
  /** Pixels between the refusal and the submit button. */
  gap: number;
}

/** Returned after this time even if the form is not as wanted, because the element may have been replaced by another. */
const LONGEST_LOOK_MS = 1000;
const BETWEEN_LOOKS_MS = 20;

/**
 * What a person sees of a form that was refused. With `marks`, it is read again within the page until it is
 * complete with so many marked fields.
 */
export function readForm(form: Locator, marks?: number): Promise<FormState> {
  const times = { longest: LONGEST_LOOK_MS, between: BETWEEN_LOOKS_MS };
  return form.evaluate(readInPage, { marks, ...times });
}

/** Runs in the page. */
async function readInPage(
  element: any,
  { marks, longest, between }: { marks: number | undefined; longest: number; between: number },
): Promise<FormState> {
  const { document, innerWidth, innerHeight, performance } = globalThis as any;
  const read = (): FormState => {
    const isInView = (one: any) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const hit = document.elementFromPoint(x, y);
      return y > 0 && y < innerHeight && x > 0 && x < innerWidth && hit !== null && one.contains(hit);
    };
    const textOf = (id: string) => document.getElementById(id)?.innerText ?? '';
    const labelOf = (one: any) =>
      one.getAttribute('aria-label') ??
      one.labels?.[0]?.querySelector('span')?.innerText ??
      one.labels?.[0]?.innerText ??
      '';
    const marked = [...element.querySelectorAll('[aria-invalid=true]')].map((one: any) => ({
      label: labelOf(one),
      description: (one.getAttribute('aria-describedby') ?? '').split(' ').map(textOf).join(' ').trim(),
      isFocused: one === document.activeElement,
      isInView: isInView(one),
    }));
    const frame = element.closest('[role=dialog]') ?? element;
    const alert = [...frame.querySelectorAll('[role=alert]')].at(-1) as any;
    const button = [...element.elements].find(({ type }: any) => type === 'submit') as any;
    const gap = alert ? button.getBoundingClientRect().top - alert.getBoundingClientRect().bottom : 0;
    const [first] = marked;
    const isAlertInView = Boolean(alert) && isInView(alert);
    return {
      marked,
      alert: alert ? { text: alert.innerText, isInView: isAlertInView } : null,
      isComplete: Boolean(marked.length === marks && first?.isFocused && first.isInView && isAlertInView),
      gap: Math.abs(gap),
    };
  };
  const deadline = performance.now() + longest;
  let state = read();
  while (marks !== undefined && !state.isComplete && performance.now() < deadline) {
    await new Promise((done) => setTimeout(done, between));
    state = read();
  }
  return state;
}
