import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Starts a shell that waits for the other end of a pipe to close, which happens however this process ends, SIGKILL
 * included; then it runs `before` and removes the directory, which is `$1`. It has a session of its own so that a Ctrl-C in
 * the terminal does not end it first.
 */
export function guardDirectory(dir: string, before = ''): Socket {
  const script = `
    cat >/dev/null
    ${before}
    rm -rf "$1"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', dir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  const pipe = shell.stdin as Socket;
  pipe.unref();
  return pipe;
}
