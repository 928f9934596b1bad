import { core } from './en-core.ts';
import { rest } from './en-rest.ts';

/** Every text of the console in English, by subject. A test checks that all languages have the same keys. */
export const en = { ...core, ...rest };
