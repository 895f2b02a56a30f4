import { posix } from 'node:path';
import { directoryOf, joinInRepository } from '../../kernel/repository-paths.ts';
import {
  readProjectSettings,
  type PackageManifest,
  type PathMapping,
  type ProjectSettings,
} from './project-settings.ts';

/** Where the files of a module may be, by the settings of a repository alone. */
export interface ModuleResolver {
  /**
   * The places that a module named in the file may stand at, the first that is there counts. Without extension or with,
   * relative to the root; none for a package from outside.
   */
  candidatesFor(fromPath: string, specifier: string): readonly string[];
}

const extensions = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const written: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.jsx': ['.tsx', '.ts', '.d.ts', '.jsx'],
  '.mjs': ['.mts', '.d.mts', '.mjs'],
  '.cjs': ['.cts', '.d.cts', '.cjs'],
};
const anyExtension = /(?:\.d)?\.(?:[cm]?[tj]s|[tj]sx)$/;

/** The file at a place, as the compiler looks for it; `undefined` when there is none. */
export function findModuleFile(place: string, has: (path: string) => boolean): string | undefined {
  const extension = posix.extname(place);
  const sources = written[extension];
  if (sources !== undefined) {
    const stem = place.slice(0, -extension.length);
    const source = sources.find((candidate) => has(stem + candidate));
    if (source !== undefined) return stem + source;
  } else if (anyExtension.test(place) && has(place)) return place;
  for (const stem of place === '' ? ['index'] : [place, `${place}/index`]) {
    const found = extensions.find((candidate) => has(stem + candidate));
    if (found !== undefined) return stem + found;
  }
  return undefined;
}

/** Equal for a place and every file that could be found there. */
export function moduleKey(placeOrPath: string): string {
  const stem = placeOrPath.replace(anyExtension, '').replace(/\.d$/, '');
  return stem.replace(/(?:^|\/)index$/, '');
}

/** `texts` are the repository's tsconfig, jsconfig and package.json files by path. */
export function createModuleResolver(texts: ReadonlyMap<string, string>): ModuleResolver {
  const project = readProjectSettings(texts);
  const known = new Map<string, readonly string[]>();

  function mappedPlaces(directory: string, specifier: string): readonly string[] {
    const key = `${directory}\n${specifier}`;
    let places = known.get(key);
    if (places === undefined) {
      places = placesByName(project, directory, specifier);
      known.set(key, places);
    }
    return places;
  }

  return {
    candidatesFor(fromPath, specifier) {
      const directory = directoryOf(fromPath);
      if (!/^\.\.?(?:\/|$)/.test(specifier)) return mappedPlaces(directory, specifier);
      const place = joinInRepository(directory, specifier);
      return place === undefined ? [] : [place];
    },
  };
}

function placesByName(
  project: ProjectSettings,
  directory: string,
  specifier: string,
): readonly string[] {
  const mapping = project.mappingFor(directory);
  const places = mapping === undefined ? [] : mappedBy(mapping, specifier);
  if (specifier.startsWith('#')) places.push(...ownImports(project, directory, specifier));
  else places.push(...packagePlaces(project, specifier));
  return places;
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
  const places = best
    ? best.targets.flatMap((target) => {
        const middle = specifier.slice(best.prefix.length, specifier.length - best.suffix.length);
        return (
          joinInRepository('', best.isExact ? target : target.replace('*', () => middle)) ?? []
        );
      })
    : [];
  const plain = baseUrl === undefined ? undefined : joinInRepository(baseUrl, specifier);
  return plain === undefined ? places : [...places, plain];
}

/** `#name` by the nearest package.json that has imports. */
function ownImports(project: ProjectSettings, directory: string, specifier: string): string[] {
  const manifest = project.packageAbove(directory);
  if (manifest === undefined) return [];
  return placesIn(manifest, targetsOf(manifest.imports, specifier));
}

/** A package that is itself in the repository, by its name. */
function packagePlaces(project: ProjectSettings, specifier: string): string[] {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
  const manifest = project.packagesByName.get(name);
  if (manifest === undefined) return [];
  const rest = specifier.slice(name.length);
  const targets = targetsOf(manifest.exports, `.${rest}`);
  if (rest === '') targets.push(...manifest.entries, 'src/index', 'index');
  else targets.push(`.${rest}`, `src${rest}`);
  return placesIn(manifest, targets);
}

/** Built files are not in a repository; their sources are, in a folder of their own with the same layout. */
function placesIn({ directory }: PackageManifest, targets: readonly string[]): string[] {
  const places = targets.flatMap((target) => joinInRepository(directory, target) ?? []);
  const sources = targets
    .filter((target) => /^(?:\.\/)?(?:dist|lib|build|out)\//.test(target))
    .flatMap(
      (target) => joinInRepository(directory, target.replace(/^(?:\.\/)?[^/]+/, 'src')) ?? [],
    );
  return [...places, ...sources];
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
