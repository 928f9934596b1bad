import type { Random } from './fuzz/random.ts';
import { mutate } from './fuzz/values.ts';

const RANDOM_BODIES = 2;

type Fields = Record<string, unknown>;

/** Bodies with something left out, which are often valid, and with something changed, which seldom are. */
export function randomBodies(body: Fields, random: Random): Fields[] {
  const files = Object.fromEntries(Object.entries(body).filter(([, value]) => value instanceof File));
  const plain = Object.fromEntries(Object.entries(body).filter(([, value]) => !(value instanceof File)));
  return Array.from({ length: RANDOM_BODIES }, (_, n) => {
    const changed = n === 0 ? leaveOut(plain, random) : mutate(plain, random);
    const isFields = typeof changed === 'object' && changed !== null && !Array.isArray(changed);
    return { ...(isFields ? changed : { data: changed }), ...files };
  });
}

function leaveOut(body: Fields, random: Random): Fields {
  const { data } = body;
  if (typeof data === 'object' && data !== null) return { ...body, data: leaveOut(data as Fields, random) };
  const left = random.pick(Object.keys(body));
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== left));
}
