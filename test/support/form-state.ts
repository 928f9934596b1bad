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
  /** Pixels between the refusal and the submit button. */
  gap: number;
}

/** What a person sees of a form that was refused. */
export function readForm(form: Locator): Promise<FormState> {
  return form.evaluate((element: any) => {
    const { document, innerWidth, innerHeight } = globalThis as any;
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
    return {
      marked,
      alert: alert ? { text: alert.innerText, isInView: isInView(alert) } : null,
      gap: Math.abs(gap),
    };
  });
}
