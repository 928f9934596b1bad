/** Stands above the text of a mail that is to be answered; mail programs keep it in what they quote. */
export const REPLY_MARK = '##- Kvitt -##';

/** Lines with which mail programs introduce what they quote. */
const ATTRIBUTIONS = [
  /^.{0,400}\s(?:wrote|skrifaði):$/u,
  /^(?:On|Þann|Hinn)[\s.,].{0,400}\s(?:wrote|skrifaði)\s.{1,200}:$/iu,
];
const SEPARATOR =
  /^-{2,}\s{0,5}(?:Original Message|Forwarded message|Upprunaleg skilaboð|Upphafleg skilaboð)/iu;
const HEADERS = /^\*?(?:From|Frá):.{0,300} \*?(?:Sent|Date|To|Dagsetning|Til|Subject|Efni):/u;
const ATTRIBUTION_START = /^(?:On|Þann|Hinn)[\s.,]/iu;

/** What somebody has written in a reply: everything above what is quoted of the mail that it answers. */
export function replyText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\0', '').split('\n');
  const written: string[] = [];
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed.includes(REPLY_MARK) || startsQuote(trimmed, lines[index + 1]?.trim() ?? '')) break;
    if (!trimmed.startsWith('>')) written.push(line.trimEnd());
  }
  // A signature is separated by two hyphens (RFC 3676).
  const signature = written.indexOf('--');
  return (signature < 0 ? written : written.slice(0, signature)).join('\n').trim();
}

/** A long attribution is broken in two, and headers are below each other. */
function startsQuote(line: string, next: string): boolean {
  const both = `${line.slice(0, 200)} ${next.slice(0, 200)}`;
  const isAttribution = (text: string) => ATTRIBUTIONS.some((attribution) => attribution.test(text));
  const isBroken = ATTRIBUTION_START.test(line) && isAttribution(both);
  return isBroken || isAttribution(line) || SEPARATOR.test(line) || HEADERS.test(both);
}
