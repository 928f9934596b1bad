export type Fields = Readonly<Record<string, unknown>>;

/** A group of fields, such as the settings of the company; a list is one value. */
export function isGroup(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of `after` that have another value in `before`, or none. */
export function differences(before: object, after: object): Fields {
  const old: Fields = { ...before };
  const entries = Object.entries(after).flatMap(([name, value]): [string, unknown][] => {
    const was = old[name];
    if (JSON.stringify(was) === JSON.stringify(value)) return [];
    return [[name, isGroup(was) && isGroup(value) ? differences(was, value) : value]];
  });
  return Object.fromEntries(entries);
}
