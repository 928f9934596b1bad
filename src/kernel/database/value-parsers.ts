import pg from 'pg';

/** Dates stay `Y-m-d`; timestamps become `Y-m-d H:i:s` (every session runs in UTC); bigints are safe integers here. */
export const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = PARSERS[oid];
    return own ?? pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const PARSERS: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => text.slice(0, 19),
  1184: (text) => text.slice(0, 19),
};
