import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf, resolveImport } from './imports.ts';
import { plainCode, tokenize } from './tokens.ts';
import { ROOT, type Tree } from './tree.ts';

const MAX_LINES = 350;
/** Entry points, which nothing imports. */
const ENTRIES = new Set(['src/main.ts']);
/** Descriptions of tables are compared with the database by test/contract/tables.test.ts, whether a store reads them or not. */
const DESCRIPTION = /\/tables\.ts$/;
const ANY = /(\bas|[:<|&]) any\b(?! [:(])|, any [>[|]/;
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

export function longFiles(tree: Tree): string[] {
  return [...tree]
    .map(([file, source]) => ({ file, lines: source.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, over ${MAX_LINES}`);
}

export function unfinishedWork(tree: Tree): string[] {
  return commentsWith(tree, /\b(TODO|FIXME)\b/);
}

export function uncheckedTypes(tree: Tree): string[] {
  const anys = [...tree].filter(([, source]) => ANY.test(plainCode(source))).map(([file]) => `${file}: any`);
  return [...anys, ...commentsWith(tree, /@ts-(ignore|nocheck)\b/)];
}

/** Tests that are skipped or run exclusively in the source; a test may still skip itself at run time. */
export function disabledTests(tree: Tree): string[] {
  const pattern = /\b(?:test|it|describe|suite) \. (?:only|skip|todo)\b|\b(?:only|skip|todo) : true\b/;
  return [...tree].flatMap(([file, source]) => {
    const found = pattern.exec(plainCode(source))?.[0];
    return found ? [`${file}: ${found.replaceAll(' ', '')}`] : [];
  });
}

/** Files that nothing in src imports. Tests do not count, because they would keep dead code alive. */
export function unusedFiles(tree: Tree): string[] {
  const used = new Set(ENTRIES);
  for (const [file, source] of tree) {
    for (const { target } of importsOf(source)) {
      const path = resolveImport(file, target);
      if (path && path !== file) used.add(path);
    }
  }
  return [...tree.keys()]
    .filter((file) => !used.has(file) && !DESCRIPTION.test(file))
    .map((file) => `${file} is imported by nothing`);
}

export function looseVersions(packageJson: string): string[] {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(packageJson);
  return groups
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${name} ${version} is not one exact version`);
}

/** Links of Markdown pages to missing files; links to other sites and within the page are not checked. */
export function deadLinks(tree: Tree, exists = (path: string) => existsSync(join(ROOT, path))): string[] {
  return [...tree].flatMap(([page, text]) => {
    const prose = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
    const links = prose.matchAll(/\]\(\s*<?([^)\s>]+)[^)]*\)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm);
    return [...links]
      .map((link) => decodeURI(link[1] ?? link[2] ?? ''))
      .filter((target) => !/^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(target))
      .filter((target) => !isInProject(page, target, exists))
      .map((target) => `${page} links to ${target}, which is not there`);
  });
}

/** Paths of this project that Markdown pages name as code, such as `src/main.ts`, and that are missing. */
export function missingPaths(tree: Tree, exists = (path: string) => existsSync(join(ROOT, path))): string[] {
  return [...tree].flatMap(([page, text]) =>
    [...text.matchAll(/`((?:src|test|console|sdk|docs|bench|eval|bin)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter(
        (path) => !/NNNN|NAME/.test(path) && !exists(path) && !exists(posix.join(posix.dirname(page), path)),
      )
      .map((path) => `${page} names ${path}, which is not there`),
  );
}

function isInProject(page: string, target: string, exists: (path: string) => boolean): boolean {
  const path = posix.join(posix.dirname(page), target.replace(/[#?].*$/, ''));
  return !target.startsWith('/') && !path.startsWith('..') && exists(path);
}

function commentsWith(tree: Tree, pattern: RegExp): string[] {
  return [...tree].flatMap(([file, source]) => {
    const comments = tokenize(source).filter(({ kind, text }) => kind === 'comment' && pattern.test(text));
    return comments.map(({ text }) => `${file}: ${text}`);
  });
}
