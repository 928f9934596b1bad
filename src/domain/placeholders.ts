/** The blanks that a company may leave in the texts of its mails, to be filled in for each invoice. */
export const PLACEHOLDERS = ['number', 'customer', 'amount', 'due_date', 'company'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const BLANK = /\{([^{}\n]*)\}/g;

/** The first that nobody would fill in, as it was written; null when all are known. */
export function unknownPlaceholder(text: string): string | null {
  for (const [whole, name = ''] of text.matchAll(BLANK)) if (!isPlaceholder(name)) return whole;
  return null;
}

/** A value that ends in a full stop, as names of companies do, takes the place of the one that follows it. */
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
