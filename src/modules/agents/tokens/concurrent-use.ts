/** A concurrent call has used or revoked the same code or token first, so that this one changed nothing. */
export class ConcurrentUse extends Error {}
