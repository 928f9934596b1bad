import type { OutputOf } from '../../api/types.ts';

/** A record that is sold without VAT and does not say why. */
export type UnstatedRow = OutputOf<'get-unstated-vat-kinds'>[number];
