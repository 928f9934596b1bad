import { openSpan } from '../../kernel/node/tracing.ts';
import type { Ports } from '../../kernel/ports/ports.ts';

/** Makes every call of a service outside of the process a span, named after the port and its method. */
export function tracedPorts({ modes, ...ports }: Ports): Ports {
  const entries = Object.entries(ports).map(([name, port]) => [name, port && traced(name, port)]);
  return { ...(Object.fromEntries(entries) as Omit<Ports, 'modes'>), modes };
}

type Method = (...args: unknown[]) => unknown;

function traced(name: string, port: object): object {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = (value as Method).bind(target);
      return (...args: unknown[]) => call(`${name}.${String(key)}`, () => method(...args));
    },
  });
}

/** A method that answers at once, such as one that checks a signature, waits for nobody and is no span. */
function call(name: string, work: () => unknown): unknown {
  const span = openSpan({ name, kind: 'client' });
  if (!span) return work();
  const result = span.run(work);
  if (!(result instanceof Promise)) return result;
  return result.then(
    (value: unknown) => {
      span.end();
      return value;
    },
    (error: unknown) => {
      span.end(error);
      throw error;
    },
  );
}
