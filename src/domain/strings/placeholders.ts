/** The placeholders that a company may use in its mail texts; they are filled in for each invoice. */
export const PLACEHOLDERS = ['number', 'customer', 'amount', 'due_date', 'company'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** The first unknown placeholder as written, or null if all are known. */
export function unknownPlaceholder(text: string): string | null {
  for (const [whole, name = ''] of text.matchAll(PLACEHOLDER)) if (!isPlaceholder(name)) return whole;
  return null;
}

/** A value that ends with a full stop, as many company names do, replaces a full stop that follows the placeholder. */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(/\{([^{}\n]*)\}(\.?)/g, (whole, name: string, stop: string) => {
    if (!isPlaceholder(name)) return whole;
    const value = values[name];
    return value.endsWith('.') ? value : value + stop;
  });
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
