export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of chords, as keyboards name it. */
export const MOD = isMac ? '⌘' : 'Ctrl';
