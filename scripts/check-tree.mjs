// SPDX-License-Identifier: Apache-2.0
// Checks the rules of CONTRIBUTING.md on the tree: sizes, names, where specs are. Exceptions are in
// tree/allowed.mjs; an unnecessary one is an error, too, so that the list only shrinks.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { allowed } from './tree/allowed.mjs';
import { exportsOf, filesBelow, importsOf, textOf } from './tree/files.mjs';

const maxFiles = 24;
const minLines = 15;
const sharedBy = 3;

const sources = filesBelow('src').filter((path) => path.endsWith('.ts'));
const specs = filesBelow('specs').filter((path) => path.endsWith('.spec.ts'));
/** A catalogue entry is as short as its rule, scenario or launcher. */
const isCatalogueEntry = (path) =>
  /^src\/policy\/rules\/|^src\/launchers\/[^/]+\/kind\.ts$|^src\/scenarios\/[^/]+\/[^/]+$|^src\/contracts\/(?!judging\/|occasions\/)[^/]+\/[^/]+\/[^/]+$/.test(
    path,
  );

const rules = {
  crowded: {
    says: `has more than ${maxFiles} files: group them`,
    offenders: () => crowdedFolders([...sources, ...filesBelow('scripts'), ...filesBelow('specs')]),
  },
  short: {
    says: `has fewer than ${minLines} lines and fewer than ${sharedBy} importers: join it with what uses it`,
    offenders: shortFiles,
  },
  homonym: { says: 'is exported by more than one module', offenders: sharedNames },
  astray: {
    says: 'has no source file that it is named after: src/a/b.ts, specs/unit/a/b.spec.ts',
    offenders: straySpecs,
  },
  conditional: {
    says: 'depends on an environment variable: say with arguments what to run, or run it always',
    offenders: () => specs.filter((path) => /process\.env\W+(CRIPROBE|UPDATE)_/.test(textOf(path))),
  },
  unmapped: { says: 'is a module that docs/whats-here.md does not describe', offenders: unmappedRooms },
  dead: { says: 'is named in a document and does not exist', offenders: deadPaths },
  linked: {
    says: 'is a committed symbolic link, probably left by a spec: remove it',
    offenders: committedLinks,
  },
  dangling: { says: 'is imported by a script and exported by nobody', offenders: danglingImports },
  unexplained: {
    says: 'is suppressed without saying why after two dashes',
    offenders: unexplainedSuppressions,
  },
  unfinished: {
    says: 'has a TODO',
    offenders: () =>
      [...sources, ...filesBelow('specs/unit/contracts')].filter((path) => /\bTODO\b/.test(textOf(path))),
  },
};

const complaints = Object.entries(rules).flatMap(([rule, { says, offenders }]) => {
  const found = offenders();
  const known = allowed[rule] ?? [];
  return [
    ...found.filter((offender) => !known.includes(offender)).map((offender) => `${offender} ${says}`),
    ...known
      .filter((offender) => !found.includes(offender))
      .map(
        (offender) =>
          `${offender} need not be allowed any more: take it off '${rule}' in scripts/tree/allowed.mjs`,
      ),
  ];
});
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;

function crowdedFolders(files) {
  const counts = new Map();
  for (const path of files.filter((each) => !isCatalogueEntry(each)))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > maxFiles).map(([folder]) => folder);
}

function shortFiles() {
  const importers = new Map();
  for (const path of sources)
    for (const imported of new Set(importsOf(path)))
      importers.set(imported, (importers.get(imported) ?? 0) + 1);
  return sources.filter(
    (path) =>
      textOf(path).trimEnd().split('\n').length < minLines &&
      (importers.get(path) ?? 0) < sharedBy &&
      !isCatalogueEntry(path),
  );
}

function sharedNames() {
  const rooms = new Map();
  for (const path of sources)
    for (const name of exportsOf(path))
      rooms.set(name, (rooms.get(name) ?? new Set()).add(path.split('/')[1]));
  return [...rooms].filter(([, where]) => where.size > 1).map(([name]) => name);
}

function unmappedRooms() {
  const map = existsSync('docs/whats-here.md') ? textOf('docs/whats-here.md') : '';
  const rooms = new Set(
    sources.filter((path) => path.split('/').length > 2).map((path) => path.split('/')[1]),
  );
  return [...rooms].map((room) => `src/${room}`).filter((room) => !map.includes(`| \`${room}\` `));
}

/** None if there is no git, or if this is no checkout. */
function committedLinks() {
  const { stdout } = spawnSync('git', ['ls-files', '-sz'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return [...(stdout ?? '').matchAll(/(?<=^|\0)120000 [^\t]*\t([^\0]*)/g)].map(([, path]) => path);
}

/** The compiler does not check scripts. */
function danglingImports() {
  const scripts = [...filesBelow('scripts'), ...filesBelow('bench')].filter((path) => path.endsWith('.mjs'));
  return scripts.flatMap((script) =>
    [...textOf(script).matchAll(/^import \{([^}]+)\} from '#([^']+)\.js';/gm)].flatMap(([, names, path]) => {
      const source = `src/${path}.ts`;
      const exported = existsSync(source) ? exportsOf(source) : [];
      const imported = names.split(',').map((name) => name.trim().split(' as ')[0]);
      return imported
        .filter((name) => name !== '' && !exported.includes(name))
        .map((name) => `${name} of ${source} (in ${script})`);
    }),
  );
}

/** Lint rules that a comment turns off; the words are put together, or this file would find itself. */
function unexplainedSuppressions() {
  const directive = new RegExp(`(?://|/\\*)\\s*${'eslint'}-disable(?:-next-line|-line)?\\b.*`, 'g');
  const paths = ['src', 'specs', 'scripts', 'bench', 'guest', 'examples'].flatMap(filesBelow);
  return [...paths, 'eslint.config.mjs', 'jest.config.mjs']
    .filter((path) => /\.[cm]?[jt]s$/.test(path) && existsSync(path))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(directive)]
            .filter(([found]) => !/\s--\s+\S.{8,}/.test(found.replace(/\*\/.*$/, '')))
            .map(([found]) => `${path}:${index + 1}: ${found.trim()}`),
        ),
    );
}

/** Links to files, and paths in backquotes. A decision may name files that existed when it was made. */
function deadPaths() {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesBelow('docs')].filter(
    (path) => existsSync(path) && path.endsWith('.md') && !path.startsWith('docs/decisions/'),
  );
  return documents.flatMap((document) => {
    const links = [...textOf(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) =>
      join(dirname(document), link),
    );
    const quoted = [...textOf(document).matchAll(/`((?:src|specs|scripts|docs|schema|bench)\/[\w./-]+)`/g)];
    return [...links, ...quoted.map(([, path]) => path)]
      .filter((path) => !existsSync(path))
      .map((path) => `${path} (in ${document})`);
  });
}

/** A spec belongs to a file, or to the folder it is named after: specs/unit/judge/judge.spec.ts. */
function straySpecs() {
  return specs
    .filter((path) => path.startsWith('specs/unit/'))
    .filter((path) => {
      const source = path.replace(/^specs\/unit\//, 'src/').replace(/\.spec\.ts$/, '');
      const folder = dirname(source);
      return !existsSync(`${source}.ts`) && !(basename(folder) === basename(source) && existsSync(folder));
    });
}
