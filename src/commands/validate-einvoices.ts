import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { OperatorError } from '../kernel/node/operator-error.ts';

export const VALIDATE_HELP = `FOLDER holds e-invoices as XML. DIR holds the rules as XSLT, compiled from Schematron: those of EN 16931 and of Peppol
BIS Billing 3.0 are published by their authors, and are not part of Kvitt. COMMAND is an XSLT 2 processor that writes the
report to standard output; {rules} and {document} stand for the two files. The default is SaxonJS: install it with
"npm install --global xslt3". With Saxon for Java:

  --command "java -cp Saxon-HE.jar net.sf.saxon.Transform -s:{document} -xsl:{rules}"

It ends with 0 if no rule failed, with 1 if one did. Warnings are printed and do not count.`;

const DEFAULT_COMMAND = 'xslt3 -xsl:{rules} -s:{document}';

interface Finding {
  document: string;
  rule: string;
  isFatal: boolean;
  text: string;
}

/** Validates a folder of e-invoices with rules and a processor that the operator has installed. */
export async function validateEinvoices(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { rules: { type: 'string' }, command: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0 || !values.rules)
    throw new OperatorError('Usage: kvitt validate FOLDER --rules DIR [--command COMMAND]');
  const documents = await filesIn(folder, ['.xml']);
  const rules = await filesIn(values.rules, ['.xslt', '.xsl']);
  if (documents.length === 0) throw new OperatorError(`${folder} has no XML files`);
  if (rules.length === 0) throw new OperatorError(`${values.rules} has no XSLT files`);
  const command = (values.command ?? DEFAULT_COMMAND).split(/\s+/).filter(Boolean);
  const findings: Finding[] = [];
  for (const document of documents) {
    for (const rule of rules) findings.push(...(await validate(command, document, rule)));
  }
  for (const { document, rule, isFatal, text } of findings)
    console.log(`${document}: ${isFatal ? 'error' : 'warning'} ${rule}: ${text}`);
  const failed = new Set(findings.filter(({ isFatal }) => isFatal).map(({ document }) => document));
  console.log(`${documents.length} documents, ${documents.length - failed.size} without errors`);
  if (failed.size > 0) process.exitCode = 1;
}

async function filesIn(folder: string, endings: readonly string[]): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new OperatorError(`${folder} cannot be read: ${error.message}`);
  });
  return names
    .filter((name) => endings.some((ending) => name.toLowerCase().endsWith(ending)))
    .sort()
    .map((name) => join(folder, name));
}

async function validate(command: readonly string[], document: string, rules: string): Promise<Finding[]> {
  const [program = '', ...parts] = command.map((part) =>
    part.replaceAll('{rules}', rules).replaceAll('{document}', document),
  );
  const report = await run(program, parts);
  return parseReport(report, basename(document));
}

/** Without a shell, so that a file name cannot be a command. */
function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', (error) => reject(new OperatorError(`${program} cannot be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(output).toString());
      const reason = Buffer.concat(errors).toString().trim().slice(0, 500);
      reject(new OperatorError(`${program} ended with ${code}: ${reason}`));
    });
  });
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'failed-assert' || name === 'successful-report',
});

interface ReportedRule {
  id?: string;
  flag?: string;
  text?: string | { '#text'?: string };
}

/** The failed rules of a report in the Schematron Validation Report Language. */
function parseReport(xml: string, document: string): Finding[] {
  const report = parser.parse(xml)?.['schematron-output'];
  if (report === undefined)
    throw new OperatorError(`The validation of ${document} gave no Schematron report`);
  const failed: ReportedRule[] = [...(report['failed-assert'] ?? []), ...(report['successful-report'] ?? [])];
  return failed.map(({ id = '?', flag = 'fatal', text = '' }) => ({
    document,
    rule: id,
    isFatal: flag !== 'warning' && flag !== 'information',
    text: String(typeof text === 'string' ? text : (text['#text'] ?? ''))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}
