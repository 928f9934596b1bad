import { randomUUID } from 'node:crypto';

export type NewGuid = () => string;

/** UUID version 7 starts with the time, so rows that are created together are neighbours in their index. */
export const newGuid: NewGuid = () => {
  const now = Date.now();
  if (now !== prefix.at) prefix = { at: now, text: prefixAt(now) };
  return prefix.text + randomUUID().slice(15);
};

/** The guids of a document are made in the same millisecond. */
let prefix = { at: 0, text: prefixAt(0) };

function prefixAt(moment: number): string {
  const time = moment.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}
