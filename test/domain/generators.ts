/** Valid kennitölur for tests, generated without the code under test. */

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

function two(n: number): string {
  return String(n).padStart(2, '0');
}

function checkDigit(eight: string): number {
  const weighted = WEIGHTS.reduce((total, weight, i) => total + weight * Number(eight[i]), 0);
  return (11 - (weighted % 11)) % 11;
}

/** Completes a date with the first serial from `serial` on that has a valid check digit. */
function complete(date: string, serial: number, century: string): string {
  for (let s = serial; ; s = s === 99 ? 20 : s + 1) {
    const digit = checkDigit(date + two(s));
    if (digit < 10) return date + two(s) + digit + century;
  }
}

/** A person born in 1930 to 2025, with a check digit. `rand` returns numbers in [0, 1). */
export function randomKennitala(rand: () => number): string {
  const pick = (from: number, to: number) => from + Math.floor(rand() * (to - from + 1));
  const year = pick(1930, 2025);
  const date = two(pick(1, 28)) + two(pick(1, 12)) + two(year % 100);
  return complete(date, pick(20, 99), year < 2000 ? '9' : '0');
}

/** A company's kennitala, distinct for each n from 0 to 999. */
export function companyKennitala(n: number): string {
  if (!Number.isInteger(n) || n < 0 || n > 999) throw new RangeError('n must be from 0 to 999');
  const day = 41 + (n % 28);
  const month = 1 + (Math.floor(n / 28) % 12);
  const year = 10 + Math.floor(n / (28 * 12));
  return complete(two(day) + two(month) + two(year), 20, '0');
}
