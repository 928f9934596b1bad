/** Every kind of work that may follow a change, with what it needs to know. */
export interface JobPayload {
  'send-claim': { invoice_guid: string };
  'change-claim': { invoice_guid: string };
  'cancel-claim': { invoice_guid: string };
  'read-cost': { cost_guid: string };
  'approve-cost': { cost_guid: string };
}
export type JobKind = keyof JobPayload;
