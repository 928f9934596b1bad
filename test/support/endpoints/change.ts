import type { Fields } from './case.ts';

/** Copies the fields without one of them, which may be within `data`. */
export function without(fields: Fields, path: string): Fields {
  return changeField(fields, path, (object, key) => {
    delete object[key];
  });
}

export function replaced(fields: Fields, path: string, value: unknown): Fields {
  return changeField(fields, path, (object, key) => {
    object[key] = value;
  });
}

function changeField(fields: Fields, path: string, change: (object: any, key: string) => void): Fields {
  const [first = '', ...rest] = path.split('.');
  const copy: any = { ...fields };
  const last = rest.pop();
  if (last === undefined) {
    change(copy, first);
    return copy;
  }
  copy[first] = structuredClone(copy[first]);
  const object = rest.reduce((at, key) => at[key], copy[first]);
  change(object, last);
  return copy;
}
