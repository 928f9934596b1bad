interface WebhookEvent {
  type: string;
  /** ISO 8601. */
  at: string;
  data: Record<string, unknown>;
  /** Its place among the events of the account, as the cursor of get-events; null for a test. */
  position: number | null;
}

/** The body of a message, byte for byte as it is signed. */
export function messageBody({ type, at, data, position }: WebhookEvent): string {
  return JSON.stringify({ type, timestamp: at, data, ...(position !== null && { sequence: position }) });
}
