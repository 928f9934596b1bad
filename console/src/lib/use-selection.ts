import { useState } from 'react';

/** The rows of a list that are chosen for an action on many. */
export interface Selection {
  guids: ReadonlySet<string>;
  toggle(guid: string): void;
  /** Chooses all of these, or none of them where all are chosen. */
  toggleAll(guids: readonly string[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [guids, setGuids] = useState<ReadonlySet<string>>(new Set());
  return {
    guids,
    toggle: (guid) =>
      setGuids((before) => {
        const next = new Set(before);
        if (!next.delete(guid)) next.add(guid);
        return next;
      }),
    toggleAll: (all) =>
      setGuids((before) =>
        all.every((guid) => before.has(guid)) ? new Set() : new Set([...before, ...all]),
      ),
    clear: () => setGuids(new Set()),
  };
}
