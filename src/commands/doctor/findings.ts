/** What a check found. `note`: it works, and the operator should know. `advice`: what to do about it. */
export interface Finding {
  state: 'ok' | 'bad' | 'note';
  text: string;
  advice?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const bad = (text: string, advice: string): Finding => ({ state: 'bad', text, advice });
export const note = (text: string, advice?: string): Finding => ({
  state: 'note',
  text,
  ...(advice && { advice }),
});

const MARKS = { ok: 'ok  ', bad: 'BAD ', note: 'note' } as const;

export function toLines({ state, text, advice }: Finding): string {
  return `${MARKS[state]} ${text}${advice ? `\n     ${advice}` : ''}`;
}
