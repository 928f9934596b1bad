/** The form in which NextGenPSD2 reports errors. */
export function refuse(status: number, code: string, text: string): Response {
  return Response.json({ tppMessages: [{ category: 'ERROR', code, text: text.slice(0, 500) }] }, { status });
}
