/** Whether XML has a DOCTYPE, which could define entities (XXE). What is read from outside must not have one. */
export function hasDoctype(xml: string): boolean {
  return /<!\s*(?:doctype|entity)/i.test(xml);
}
