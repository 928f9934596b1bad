interface WebhookEvent {
  type: string;
  /** ISO 8601. */
  at: string;
  data: Record<string, unknown>;
}

/** The body of a message, byte for byte as it is signed. */
export function messageBody({ type, at, data }: WebhookEvent): string {
  return JSON.stringify({ type, timestamp: at, data });
}
