import type { Endpoint, Method } from '../../http/answers/endpoint.ts';
import { pathExample } from '../schema/example.ts';

/** A curl command that runs as it is, once its environment variables hold the credentials. */
export function curlCommand(
  baseUrl: string,
  { path, access, input }: Endpoint,
  method: Method,
  fields: Record<string, unknown>,
): string {
  const address = `${baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathExample(name))}`;
  const lines = [`curl ${credentials(access)}`.trim()];
  if (method === 'GET' || method === 'DELETE') {
    if (method === 'DELETE') lines[0] += ' -X DELETE';
    const query = new URLSearchParams(fields as Record<string, string>);
    lines.push(quoteForShell(query.size > 0 ? `${address}?${query}` : address));
    return lines.join(access === 'anyone' ? ' ' : ' \\\n  ');
  }
  if (method !== 'POST') lines[0] += ` -X ${method}`;
  lines.push(quoteForShell(address));
  const shape = input?.shape ?? {};
  // The agent API takes nothing but JSON by PUT.
  const isMultipart = 'file' in shape && !(access === 'agent' && method === 'PUT');
  const isForm = access === 'account' || access === 'client' || isMultipart;
  if (!isForm) {
    if (Object.keys(fields).length === 0 && method === 'POST') lines[0] += ' -X POST';
    else lines.push(`-H 'Content-Type: application/json' \\\n  -d ${quoteForShell(indentJson(fields))}`);
    return lines.join(' \\\n  ');
  }
  const options = Object.entries(fields).map(([name, value]) => fieldOption(name, value, isMultipart));
  if (options.length === 0) lines[0] += ' -X POST';
  return [...lines, ...options].join(' \\\n  ');
}

function credentials(access: Endpoint['access']): string {
  if (access === 'account' || access === 'manager' || access === 'registrant')
    return '-u "$KVITT_USERNAME:$KVITT_API_KEY"';
  if (access === 'agent') return '-H "Authorization: Bearer $KVITT_TOKEN"';
  return access === 'operator' ? '-H "Authorization: Bearer $KVITT_OPERATOR_TOKEN"' : '';
}

function fieldOption(name: string, value: unknown, isMultipart: boolean): string {
  if (isMultipart)
    return name === 'file' ? '-F file=@picture.jpg' : `-F ${quoteForShell(`${name}=${value}`)}`;
  if (typeof value !== 'object') return `--data-urlencode ${quoteForShell(`${name}=${value}`)}`;
  return `--data-urlencode ${quoteForShell(`${name}=${indentJson(value)}`)}`;
}

function indentJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

/** Single quotes, in which a shell expands nothing. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
