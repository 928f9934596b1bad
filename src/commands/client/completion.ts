import { type CommandOperation, groups, kebabCase, operations } from './reference.ts';
import { UsageError } from './usage-error.ts';

const COMMON_OPTIONS = ['--json', '--help'];
const WRITE_OPTIONS = ['--dry-run', '--idempotency-key'];
const EVENT_OPTIONS = ['--follow', '--json', '--after', '--types', '--guid', '--limit', '--help'];

/** Prints the completion script of a shell. */
export function completion([shell, ...rest]: string[], serverCommands: readonly string[]): void {
  const script = SCRIPTS.get(shell ?? '');
  if (rest.length > 0 || !script)
    throw new UsageError('Name the shell: kvitt completion bash, zsh or fish.', 'completion');
  console.log(script(serverCommands));
}

/** The words that may follow a command, by the command. */
function choices(serverCommands: readonly string[]): Map<string, string[]> {
  const clientCommands = ['login', 'logout', 'events', 'call', 'completion', ...groups.keys()];
  return new Map([
    ['', [...clientCommands, ...serverCommands]],
    ['events', EVENT_OPTIONS],
    ['login', ['--url', '--scope', '--help']],
    ['completion', [...SCRIPTS.keys()]],
    ['call', operations.map(({ name }) => name)],
    ...[...groups].map(([group, its]): [string, string[]] => [group, its.map(({ method }) => method)]),
    ...operations.map((one): [string, string[]] => [`${one.group} ${one.method}`, optionsOf(one)]),
    ...operations.map((one): [string, string[]] => [`call ${one.name}`, optionsOf(one)]),
  ]);
}

function optionsOf({ fields, recordFields, description }: CommandOperation): string[] {
  const own = [...fields, ...recordFields].map(({ name }) => `--${kebabCase(name)}`);
  const writes = description.kind === 'write' ? WRITE_OPTIONS : [];
  const data = recordFields.length > 0 ? ['--data', '--file'] : [];
  return [...new Set([...own, ...data, ...writes, ...COMMON_OPTIONS])];
}

/** Branches of a case statement that set `variable`. In zsh, `words` is what was typed. */
function cases(serverCommands: readonly string[], variable: string): string {
  return [...choices(serverCommands)]
    .map(([command, words]) => `    '${command}') ${variable}='${words.join(' ')}' ;;`)
    .join('\n');
}

function bashScript(serverCommands: readonly string[]): string {
  return `_kvitt() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  case "\${typed[*]:0:2}" in
${cases(serverCommands, 'words')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _kvitt kvitt`;
}

function zshScript(serverCommands: readonly string[]): string {
  return `#compdef kvitt
_kvitt() {
  local choices=''
  case "\${(j: :)words[2,CURRENT-1][1,2]}" in
${cases(serverCommands, 'choices')}
  esac
  compadd -- \${=choices} || _files
}
compdef _kvitt kvitt`;
}

/** fish completes files beside the words of a function. */
function fishScript(serverCommands: readonly string[]): string {
  const branches = [...choices(serverCommands)]
    .map(([command, words]) => `    case '${command}'\n      printf '%s\\n' ${words.join(' ')}`)
    .join('\n');
  return `function __kvitt_words
  set -l typed (commandline -opc)
  switch "$typed[2..3]"
${branches}
  end
end
complete -c kvitt -a '(__kvitt_words)'`;
}

const SCRIPTS = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);
