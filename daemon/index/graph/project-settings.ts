import { z } from 'zod';
import { directoryOf, joinInRepository } from '../../kernel/repository-paths.ts';

/** One entry of `paths` in a tsconfig; targets are relative to the root. */
export interface PathPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly isExact: boolean;
  readonly targets: readonly string[];
}

export interface PathMapping {
  readonly baseUrl: string | undefined;
  readonly patterns: readonly PathPattern[];
}

export interface PackageManifest {
  readonly directory: string;
  readonly exports: unknown;
  readonly imports: unknown;
  /** Where the package begins, the more telling first. */
  readonly entries: readonly string[];
}

/** The settings of a repository that lead module names to files. */
export interface ProjectSettings {
  readonly packagesByName: ReadonlyMap<string, PackageManifest>;
  /** The mapping of the nearest tsconfig.json or jsconfig.json. */
  mappingFor(directory: string): PathMapping | undefined;
  packageAbove(directory: string): PackageManifest | undefined;
}

const tsconfigFile = z.object({
  extends: z.union([z.string(), z.array(z.string())]).optional(),
  references: z.array(z.object({ path: z.string() })).optional(),
  compilerOptions: z
    .object({
      baseUrl: z.string().optional(),
      paths: z.record(z.string(), z.array(z.string())).optional(),
    })
    .optional(),
});

const packageFile = z.object({
  name: z.string().optional(),
  exports: z.unknown().optional(),
  imports: z.unknown().optional(),
  source: z.string().optional().catch(undefined),
  types: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
});

/** What cannot be read counts as not there. */
export function readProjectSettings(texts: ReadonlyMap<string, string>): ProjectSettings {
  const manifests = new Map<string, PackageManifest>();
  const packagesByName = new Map<string, PackageManifest>();
  for (const [path, text] of texts) {
    if (!/(?:^|\/)package\.json$/.test(path)) continue;
    const read = packageFile.safeParse(jsonOf(text));
    if (!read.success) continue;
    const { name, exports, imports, source, types, module, main } = read.data;
    const entries = [source, types, module, main].filter((entry) => entry !== undefined);
    const manifest = { directory: directoryOf(path), exports, imports, entries };
    manifests.set(manifest.directory, manifest);
    if (name !== undefined && !packagesByName.has(name)) packagesByName.set(name, manifest);
  }
  const mappings = new Map<string, PathMapping | undefined>();
  return {
    packagesByName,
    mappingFor: (directory) =>
      nearest(directory, mappings, (folder) => {
        const path = [`tsconfig.json`, `jsconfig.json`]
          .map((name) => joinInRepository(folder, name) ?? '')
          .find((candidate) => texts.has(candidate));
        return path === undefined ? undefined : mappingOf(path, texts);
      }),
    packageAbove: (directory) => nearest(directory, new Map(), (folder) => manifests.get(folder)),
  };
}

/** The value of the directory or of the first one above it that has one. */
function nearest<T>(
  directory: string,
  known: Map<string, T | undefined>,
  valueOf: (directory: string) => T | undefined,
): T | undefined {
  if (known.has(directory)) return known.get(directory);
  const own = valueOf(directory);
  const value =
    own !== undefined || directory === '' ? own : nearest(directoryOf(directory), known, valueOf);
  known.set(directory, value);
  return value;
}

const maxExtendsDepth = 16;

function mappingOf(path: string, texts: ReadonlyMap<string, string>): PathMapping {
  const own = effectiveMapping(path, texts, 0);
  if (own.baseUrl !== undefined || own.patterns.length > 0) return own;
  // A config that only names others stands for them.
  for (const reference of settingsOf(path, texts)?.references ?? []) {
    const target = configAt(directoryOf(path), reference.path, texts);
    const mapping = target === undefined ? own : effectiveMapping(target, texts, 0);
    if (mapping.baseUrl !== undefined || mapping.patterns.length > 0) return mapping;
  }
  return own;
}

/** With what it extends; each setting counts from the nearest file that has it. */
function effectiveMapping(
  path: string,
  texts: ReadonlyMap<string, string>,
  depth: number,
): PathMapping {
  const settings = settingsOf(path, texts);
  let mapping: PathMapping = { baseUrl: undefined, patterns: [] };
  if (settings === undefined || depth > maxExtendsDepth) return mapping;
  const directory = directoryOf(path);
  for (const base of [settings.extends ?? []].flat()) {
    const target = base.startsWith('.') ? configAt(directory, base, texts) : undefined;
    if (target === undefined) continue;
    const inherited = effectiveMapping(target, texts, depth + 1);
    mapping = {
      baseUrl: inherited.baseUrl ?? mapping.baseUrl,
      patterns: inherited.patterns.length > 0 ? inherited.patterns : mapping.patterns,
    };
  }
  const { baseUrl, paths } = settings.compilerOptions ?? {};
  const ownBase = baseUrl === undefined ? undefined : joinInRepository(directory, baseUrl);
  const effectiveBase = ownBase ?? mapping.baseUrl;
  return {
    baseUrl: effectiveBase,
    patterns:
      paths === undefined ? mapping.patterns : patternsOf(paths, effectiveBase ?? directory),
  };
}

function patternsOf(paths: Readonly<Record<string, string[]>>, base: string): PathPattern[] {
  return Object.entries(paths).map(([pattern, targets]) => {
    const star = pattern.indexOf('*');
    return {
      prefix: star === -1 ? pattern : pattern.slice(0, star),
      suffix: star === -1 ? '' : pattern.slice(star + 1),
      isExact: star === -1,
      targets: targets.flatMap((target) => joinInRepository(base, target) ?? []),
    };
  });
}

function configAt(
  directory: string,
  relative: string,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  return [relative, `${relative}.json`, `${relative}/tsconfig.json`]
    .map((candidate) => joinInRepository(directory, candidate))
    .find((candidate) => candidate !== undefined && texts.has(candidate));
}

function settingsOf(path: string, texts: ReadonlyMap<string, string>) {
  const read = tsconfigFile.safeParse(jsonOf(texts.get(path) ?? ''));
  return read.success ? read.data : undefined;
}

/** JSON with comments and commas at the end of lists. */
function jsonOf(text: string): unknown {
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])/g, '$1');
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}
