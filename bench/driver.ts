import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Attempt, type Figures, measure } from './measure.ts';

export interface Round {
  call: string;
  connections: number;
  rampUpMs: number;
  seconds: number;
}

type Answer = { ready: true } | { figures: Figures } | { error: string };

/** A child process that only sends requests, so that its CPU time is separate from the service's and the bench's. */
export class Driver {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(file: string, setup: object): Promise<Driver> {
    const child = fork(new URL(file, import.meta.url), { serialization: 'advanced' });
    const driver = new Driver(child);
    await driver.#request(setup);
    return driver;
  }

  async run(round: Round): Promise<Figures> {
    const answer = await this.#request(round);
    if (!('figures' in answer)) throw new Error('The driver answered without figures');
    return answer.figures;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.disconnect();
    await exit;
  }

  async #request(message: object): Promise<Answer> {
    const finished = new AbortController();
    const onExit = once(this.#child, 'exit', { signal: finished.signal }).then(() => {
      throw new Error('A driver process ended early');
    });
    const answered = once(this.#child, 'message', { signal: finished.signal });
    this.#child.send(message);
    const [answer] = (await Promise.race([answered, onExit]).finally(() => {
      onExit.catch(() => {});
      finished.abort();
    })) as [Answer];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }
}

/** The child's side: `open` prepares one worker per connection and returns a function that makes one request. */
export function drive<Setup>(
  open: (setup: Setup) => Promise<{ worker(call: string, index: number): Attempt; close(): Promise<void> }>,
): void {
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  const answer = async (message: Setup | Round): Promise<Answer> => {
    if (!opened) {
      opened = await open(message as Setup);
      return { ready: true };
    }
    const { call, connections, rampUpMs, seconds } = message as Round;
    const workers = Array.from({ length: connections }, (_, index) => opened?.worker(call, index) as Attempt);
    return { figures: await measure(workers, rampUpMs, seconds) };
  };
  const reply = (sent: Answer) => void (process.connected && process.send?.(sent));
  process.on('message', (message: Setup | Round) => {
    answer(message).then(reply, (error: Error) => reply({ error: error.stack ?? error.message }));
  });
  process.on('disconnect', () => {
    void Promise.resolve(opened?.close()).finally(() => process.exit(0));
  });
}
