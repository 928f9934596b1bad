import { decodedBody, type Entity, entityIn, typeOf } from './mime.ts';

/** Which mail came back, and why. */
interface TextReturn {
  delivery: string;
  reason: string;
}

/**
 * Two mail servers say in words alone that a mail came back: qmail always, Exim before it wrote reports. Each is known
 * by what nobody else writes, and both have given up by then. Below a line of dashes stands the mail itself, and only
 * there is its mark looked for: an answer that quotes the mail is no notice.
 */
export function textReturnIn(message: Entity, mark: string): TextReturn | null {
  if (typeOf(message).name !== 'text/plain') return null;
  const text = decodedBody(message).replaceAll('\r\n', '\n').trimStart();
  const isQmail = text.startsWith('Hi. This is the ');
  if (!isQmail && !message.headers.has('x-failed-recipients')) return null;
  const line = /^-+ .*\n\n/m.exec(text);
  if (!line) return null;
  const original = entityIn(text.slice(line.index + line[0].length).trimStart());
  const delivery = original.headers.get(mark);
  const told = text.slice(0, line.index);
  return delivery ? { delivery, reason: isQmail ? belowAddress(told) : indented(told) } : null;
}

/** qmail: a paragraph for each address, which begins with the address. */
function belowAddress(told: string): string {
  const paragraph = told.split('\n\n').find((one) => one.startsWith('<')) ?? '';
  return paragraph.split('\n').slice(1).join(' ');
}

/** Exim: what is said of an address stands below it, further in. */
function indented(told: string): string {
  const [said = ''] = /^ {4}\S.*(\n {4}\S.*)*/m.exec(told) ?? [];
  return said.replaceAll('\n', ' ');
}
