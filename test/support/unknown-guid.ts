/** A guid that no record has. */
export const UNKNOWN_GUID = '01890000-0000-7000-8000-000000000000';
