import { posix } from 'node:path';
import { directoryOf, joinInRepository } from '../../kernel/repository-paths.ts';
import {
  readProjectSettings,
  type PackageManifest,
  type PathMapping,
  type ProjectSettings,
} from './project-settings.ts';

/** Says which files a module name can mean, from the settings of the repository alone. */
export interface ModuleResolver {
  /**
   * The paths that a module name in the file can mean; the first that exists counts. With or without extension, relative to
   * the root; none for a package from outside.
   */
  candidatesFor(fromPath: string, specifier: string): readonly string[];
}

const extensions = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** A module name is written with the extension of the built file; its source has another one. */
const sourceExtensions: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.jsx': ['.tsx', '.ts', '.d.ts', '.jsx'],
  '.mjs': ['.mts', '.d.mts', '.mjs'],
  '.cjs': ['.cts', '.d.cts', '.cjs'],
};
const anyExtension = /(?:\.d)?\.(?:[cm]?[tj]s|[tj]sx)$/;

/** The file that the compiler would find for a candidate path; `undefined` when there is none. */
export function findModuleFile(
  candidate: string,
  has: (path: string) => boolean,
): string | undefined {
  const extension = posix.extname(candidate);
  const sources = sourceExtensions[extension];
  if (sources !== undefined) {
    const stem = candidate.slice(0, -extension.length);
    const source = sources.find((ending) => has(stem + ending));
    if (source !== undefined) return stem + source;
  } else if (anyExtension.test(candidate) && has(candidate)) return candidate;
  for (const stem of candidate === '' ? ['index'] : [candidate, `${candidate}/index`]) {
    const found = extensions.find((ending) => has(stem + ending));
    if (found !== undefined) return stem + found;
  }
  return undefined;
}

/** Equal for a candidate path and every file that could be found for it. */
export function moduleKey(path: string): string {
  const stem = path.replace(anyExtension, '').replace(/\.d$/, '');
  return stem.replace(/(?:^|\/)index$/, '');
}

/** `texts` are the repository's tsconfig, jsconfig and package.json files by path. */
export function createModuleResolver(texts: ReadonlyMap<string, string>): ModuleResolver {
  const project = readProjectSettings(texts);
  const cached = new Map<string, readonly string[]>();

  function candidatesByName(directory: string, specifier: string): readonly string[] {
    const key = `${directory}\n${specifier}`;
    let candidates = cached.get(key);
    if (candidates === undefined) {
      candidates = findByName(project, directory, specifier);
      cached.set(key, candidates);
    }
    return candidates;
  }

  return {
    candidatesFor(fromPath, specifier) {
      const directory = directoryOf(fromPath);
      if (!/^\.\.?(?:\/|$)/.test(specifier)) return candidatesByName(directory, specifier);
      const candidate = joinInRepository(directory, specifier);
      return candidate === undefined ? [] : [candidate];
    },
  };
}

function findByName(
  project: ProjectSettings,
  directory: string,
  specifier: string,
): readonly string[] {
  const mapping = project.mappingFor(directory);
  const candidates = mapping === undefined ? [] : mappedBy(mapping, specifier);
  if (specifier.startsWith('#')) candidates.push(...ownImports(project, directory, specifier));
  else candidates.push(...packageCandidates(project, specifier));
  return candidates;
}

function mappedBy({ patterns, baseUrl }: PathMapping, specifier: string): string[] {
  const matching = patterns
    .filter(({ prefix, suffix, isExact }) =>
      isExact
        ? specifier === prefix
        : specifier.length >= prefix.length + suffix.length &&
          specifier.startsWith(prefix) &&
          specifier.endsWith(suffix),
    )
    .sort(
      (one, other) =>
        Number(other.isExact) - Number(one.isExact) || other.prefix.length - one.prefix.length,
    );
  const [best] = matching;
  const candidates = best
    ? best.targets.flatMap((target) => {
        const middle = specifier.slice(best.prefix.length, specifier.length - best.suffix.length);
        return (
          joinInRepository('', best.isExact ? target : target.replace('*', () => middle)) ?? []
        );
      })
    : [];
  const plain = baseUrl === undefined ? undefined : joinInRepository(baseUrl, specifier);
  return plain === undefined ? candidates : [...candidates, plain];
}

/** `#name` by the nearest package.json that has imports. */
function ownImports(project: ProjectSettings, directory: string, specifier: string): string[] {
  const manifest = project.packageAbove(directory);
  if (manifest === undefined) return [];
  return candidatesIn(manifest, targetsOf(manifest.imports, specifier));
}

/** A package that is itself in the repository, by its name. */
function packageCandidates(project: ProjectSettings, specifier: string): string[] {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
  const manifest = project.packagesByName.get(name);
  if (manifest === undefined) return [];
  const rest = specifier.slice(name.length);
  const targets = targetsOf(manifest.exports, `.${rest}`);
  if (rest === '') targets.push(...manifest.entries, 'src/index', 'index');
  else targets.push(`.${rest}`, `src${rest}`);
  return candidatesIn(manifest, targets);
}

/** For a target in a build folder also the same path in `src`: built files are not in the repository. */
function candidatesIn({ directory }: PackageManifest, targets: readonly string[]): string[] {
  const candidates = targets.flatMap((target) => joinInRepository(directory, target) ?? []);
  const sources = targets
    .filter((target) => /^(?:\.\/)?(?:dist|lib|build|out)\//.test(target))
    .flatMap(
      (target) => joinInRepository(directory, target.replace(/^(?:\.\/)?[^/]+/, 'src')) ?? [],
    );
  return [...candidates, ...sources];
}

/** What an `exports` or `imports` field of package.json leads the key to, under any condition. */
function targetsOf(field: unknown, key: string): string[] {
  if (typeof field === 'string' || Array.isArray(field)) return key === '.' ? stringsIn(field) : [];
  if (typeof field !== 'object' || field === null) return [];
  const entries = Object.entries(field);
  const exact = entries.find(([name]) => name === key);
  if (exact) return stringsIn(exact[1]);
  if (key === '.' && !entries.some(([name]) => name.startsWith('.'))) return stringsIn(field);
  for (const [name, value] of entries) {
    const [prefix = '', suffix] = name.split('*');
    if (suffix === undefined || !key.startsWith(prefix) || !key.endsWith(suffix)) continue;
    const middle = key.slice(prefix.length, key.length - suffix.length);
    return stringsIn(value).map((target) => target.replaceAll('*', () => middle));
  }
  return [];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
