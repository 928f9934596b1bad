import { randomUUID } from 'node:crypto';

export type NewGuid = () => string;

/** UUID version 7 starts with the time, so rows that are created together are neighbours in their index. */
export const newGuid: NewGuid = () => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};
