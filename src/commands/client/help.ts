import { type CommandField, type CommandOperation, groups, kebabCase, takesFile } from './reference.ts';

const CREDENTIALS = `Credentials: kvitt login, or the environment variables KVITT_URL with KVITT_USERNAME and KVITT_API_KEY, or KVITT_URL
with KVITT_TOKEN.`;

/** Help of the commands that are no operation. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  login: `Usage: kvitt login [--url ADDRESS] [--scope SCOPES]

Signs in through the browser and stores a token, which is refreshed automatically. Only your user can read the file,
kvitt/token.json in $XDG_CONFIG_HOME or ~/.config.

  --url ADDRESS   the service; KVITT_URL when left out
  --scope SCOPES  what the token may do, separated by commas; everything when left out

Examples:
  kvitt login --url https://kvitt.example
  kvitt login --scope nav,create_invoice`,
  logout: `Usage: kvitt logout

Revokes the token of kvitt login and deletes its file.

Example:
  kvitt logout`,
  events: `Usage: kvitt events [--follow] [--json] [--after CURSOR] [--types TYPES] [--guid GUID] [--limit N]

Prints the events of the books in order, one on each line.

  --follow        waits for more events until it is interrupted
  --json          each line is the event as JSON
  --after CURSOR  continues after a cursor; from the oldest stored event when left out
  --types TYPES   such as invoice.paid,customer.*
  --guid GUID     only events of this record
  --limit N       ends after N events

Examples:
  kvitt events --types 'invoice.*'
  kvitt events --follow --json | jq -r .data.guid
  kvitt events --follow --types invoice.paid --guid 0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90 --limit 1`,
  call: `Usage: kvitt call OPERATION [--field value …] [--data JSON | --file FILE.json] [--dry-run] [--json]

Calls any operation by its name in the API reference. kvitt call OPERATION --help lists its fields.

Examples:
  kvitt call get-invoices --from-date 2026-01-01 --limit 5
  kvitt call create-customer --data '{"name": "Jón Jónsson", "output_select": "4"}'
  kvitt call create-invoice --file invoice.json --dry-run`,
  completion: `Usage: kvitt completion bash | zsh | fish

Prints a script that completes commands and options.

Examples:
  source <(kvitt completion bash)
  kvitt completion zsh > "\${fpath[1]}/_kvitt"
  kvitt completion fish > ~/.config/fish/completions/kvitt.fish`,
};

export function groupHelp(group: string): string {
  const its = groups.get(group) ?? [];
  const width = Math.max(...its.map(({ method }) => method.length));
  const lines = its.map(({ method, summary }) => `  ${method.padEnd(width)}  ${summary}`);
  return `Usage: kvitt ${group} COMMAND [options]

${lines.join('\n')}

Example:
${indent(exampleCommands(its[0])[0] ?? '')}

kvitt ${group} COMMAND --help lists the options of a command. ${CREDENTIALS}`;
}

export function operationHelp(operation: CommandOperation): string {
  const { group, method, summary, name, fields, recordFields, description, example } = operation;
  const guid = description.takesGuid ? ' GUID' : '';
  const writes = description.kind === 'write';
  const common = [
    ['--json', writes ? 'prints the whole answer as JSON' : 'prints JSON'],
    ...(writes ? [['--dry-run', 'rehearses: all checks are made and nothing lasts']] : []),
    ...(writes ? [['--idempotency-key KEY', 'makes a repeated command safe for a day']] : []),
    ...(recordFields.length > 0 ? [['--data JSON', 'the record']] : []),
    ...(recordFields.length > 0
      ? [['--file FILE', 'the record, in a JSON file or from standard input (-)']]
      : []),
    ...(description.kind === 'file'
      ? [['--output FILE', 'where to save it; standard output when left out']]
      : []),
  ] as [string, string][];
  const own = [...fields, ...recordFields].filter(({ name: field }) => !(guid && field === 'guid'));
  const first = guid || (takesFile(operation) ? ' [FILE]' : '');
  return `Usage: kvitt ${group} ${method}${first} [options]

${summary} (operation ${name})

${renderOptions([...own.map(optionRow), ...common])}

Examples:
${exampleCommands(operation).map(indent).join('\n')}${example === undefined ? '' : `\n\nA record:\n${JSON.stringify(example, null, 2)}`}

${CREDENTIALS}`;
}

function optionRow(field: CommandField): [string, string] {
  const { name, kind, about, values, isRequired } = field;
  const value = { text: ' VALUE', flag: '', list: ' A,B', record: ' JSON', file: ' FILE' }[kind];
  const choices = values.length > 0 && values.length <= 12 ? ` (${values.join(', ')})` : '';
  return [`--${kebabCase(name)}${value}`, `${isRequired ? 'required; ' : ''}${about}${choices}`];
}

function renderOptions(rows: readonly [string, string][]): string {
  const width = Math.min(30, Math.max(...rows.map(([option]) => option.length)));
  return rows.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`).join('\n');
}

function exampleCommands(operation: CommandOperation | undefined): string[] {
  if (!operation) return [];
  const { group, method, description, fields, recordFields } = operation;
  const command = `kvitt ${group} ${method}${description.takesGuid ? ' 0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90' : ''}`;
  if (description.kind === 'file') return [`${command} --output invoice.${method}`];
  if (fields.some(({ kind, isRequired }) => kind === 'file' && isRequired))
    return [`${command} --file receipt.jpg`];
  if (recordFields.length > 0)
    return [`${command} --file ${group}.json --dry-run`, `${command} --data '{…}' --json`];
  if (description.aliases && description.kind === 'list')
    return [`${command} --from 2026-01-01 --to 2026-12-31`, `${command} --from 2026-01-01 --json`];
  return description.kind === 'write' ? [command, `${command} --dry-run`] : [command, `${command} --json`];
}

function indent(line: string): string {
  return `  ${line}`;
}
