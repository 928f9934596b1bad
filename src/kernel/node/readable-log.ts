/** Where the lines go: standard output. */
interface Output {
  write(text: string): unknown;
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Turns the logger's JSON lines into lines for a person at a terminal. */
export function readableLog(output: Output): Output {
  return { write: (line) => output.write(formatLogLine(line)) };
}

/** `09:05:03 INFO  request method=GET path=/hello`, with the stack of an error on lines of its own. */
export function formatLogLine(line: string): string {
  const { level, time, msg, err, pid: _pid, hostname: _hostname, ...facts } = JSON.parse(line);
  const head = [clockTime(time), (LEVELS[level] ?? String(level)).padEnd(5), msg];
  const pairs = Object.entries(facts).map(([name, value]) => `${name}=${formatValue(value)}`);
  return `${escapeControls([...head, ...pairs].join(' '))}\n${err ? formatError(err) : ''}`;
}

function clockTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);
}

function formatValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

interface LoggedError {
  message: string;
  stack?: string;
  cause?: LoggedError;
}

function formatError({ message, stack, cause }: LoggedError): string {
  const lines = (stack ?? message).split('\n').map((line) => `    ${escapeControls(line.trim())}\n`);
  return lines.join('') + (cause ? `    caused by\n${formatError(cause)}` : '');
}

/** Text of a request must not reach the terminal as control sequences. */
function escapeControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
