/** Reads a response body with a size limit, because the other side determines its length. Null if it is longer. */
export async function boundedBytes(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws if the body is longer. */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const bytes = await boundedBytes(response, maxBytes);
  if (!bytes) throw new Error('its answer is too long');
  return bytes.toString('utf8');
}
