import { directoryOf } from '../../kernel/repository-paths.ts';
import type { ModuleResolver } from '../../index/graph/module-resolver.ts';
import { addTo } from '../../index/graph/symbol-graph.ts';
import {
  FileLookup,
  type FileReferences,
  type ReferencingFile,
  resolveReferences,
} from './resolve-references.ts';
import type { FileMentions } from '../../index/parser/mentions/file-mentions.ts';

/** A file that refers to another one. `opaque` when the symbol graph does not show what it uses of it. */
export interface Referrer {
  readonly path: string;
  readonly opaque: boolean;
}

export interface ReferenceInputs {
  /** All files of the repository that there are, and those that are gone by the change. */
  readonly files: ReadonlySet<string>;
  /** Of the files that can refer to others. */
  readonly mentions: ReadonlyMap<string, FileMentions>;
  readonly resolver: ModuleResolver;
  /** The modules whose use the symbol graph does not show completely; undefined means all of them. */
  readonly opaqueImportsOf: (path: string) => readonly string[] | undefined;
}

interface ResolvedFile extends ReferencingFile {
  readonly references: FileReferences;
}

/**
 * Which files refer to which, in any way that their texts show. Pure. Kept from one state of the repository to the next:
 * only files whose own text has changed are resolved again, as long as no file was added or removed.
 */
export class ReferenceIndex {
  /** Files that may refer to any file: any change may reach them. */
  readonly unboundedFiles = new Set<string>();
  private lookup = new FileLookup(new Set());
  private resolver: ModuleResolver | undefined;
  private readonly files = new Map<string, ResolvedFile>();
  /** By file, who refers to it and whether opaquely. */
  private readonly referrersByFile = new Map<string, Map<string, boolean>>();
  /** By folder, the files that refer to all that lies in it. */
  private readonly folderReaders = new Map<string, Set<string>>();
  /** By folder, then by the constant beginning of a path in it. */
  private readonly prefixReaders = new Map<string, Map<string, Set<string>>>();
  private readonly referrers = new Map<string, readonly Referrer[]>();

  /** Brings it to another state of the repository. Until the last step it must not be asked. */
  *updating(options: ReferenceInputs): Generator<void, void> {
    if (options.resolver !== this.resolver || !this.lookup.hasExactly(options.files))
      yield* this.beginAnew(options);
    for (const path of this.files.keys()) if (!options.mentions.has(path)) this.remove(path);
    for (const [path, mentions] of options.mentions) {
      this.add({ path, mentions, opaqueImports: options.opaqueImportsOf(path) }, options.resolver);
      yield;
    }
  }

  /** Who refers to the file. */
  referrersOf(path: string): readonly Referrer[] {
    const cached = this.referrers.get(path);
    if (cached !== undefined) return cached;
    const found = new Map(this.referrersByFile.get(path));
    for (let folder = directoryOf(path); ; folder = directoryOf(folder)) {
      for (const reader of this.folderReaders.get(folder) ?? []) found.set(reader, true);
      for (const [prefix, readers] of this.prefixReaders.get(folder) ?? [])
        if (path.startsWith(prefix)) for (const reader of readers) found.set(reader, true);
      if (folder === '') break;
    }
    found.delete(path);
    const referrers = Array.from(found, ([from, opaque]) => ({ path: from, opaque }));
    this.referrers.set(path, referrers);
    return referrers;
  }

  private *beginAnew({ files, resolver }: ReferenceInputs): Generator<void, void> {
    this.resolver = undefined;
    const maps = [
      this.files,
      this.referrersByFile,
      this.folderReaders,
      this.prefixReaders,
      this.referrers,
    ];
    for (const part of [...maps, this.unboundedFiles]) part.clear();
    this.lookup = new FileLookup(files);
    yield* this.lookup.building();
    this.resolver = resolver;
  }

  private add(file: ReferencingFile, resolver: ModuleResolver): void {
    const before = this.files.get(file.path);
    if (before !== undefined && isSame(before, file)) return;
    if (before !== undefined) this.remove(file.path);
    this.referrers.clear();
    const { path } = file;
    const references = resolveReferences(file, { lookup: this.lookup, resolver });
    for (const [target, opaque] of references.targets)
      inner(this.referrersByFile, target).set(path, opaque);
    for (const folder of references.folders) addTo(this.folderReaders, folder, path);
    for (const prefix of references.prefixes)
      addTo(inner(this.prefixReaders, directoryOf(prefix)), prefix, path);
    if (references.isUnbounded) this.unboundedFiles.add(path);
    this.files.set(path, { ...file, references });
  }

  private remove(path: string): void {
    const { targets, folders, prefixes } = this.files.get(path)?.references ?? noReferences;
    this.referrers.clear();
    for (const target of targets.keys()) this.referrersByFile.get(target)?.delete(path);
    for (const folder of folders) this.folderReaders.get(folder)?.delete(path);
    for (const prefix of prefixes)
      this.prefixReaders.get(directoryOf(prefix))?.get(prefix)?.delete(path);
    this.unboundedFiles.delete(path);
    this.files.delete(path);
  }
}

const noReferences: FileReferences = {
  targets: new Map(),
  folders: new Set(),
  prefixes: new Set(),
  isUnbounded: false,
};

function isSame(one: ReferencingFile, other: ReferencingFile): boolean {
  if (one.mentions !== other.mentions) return false;
  return one.opaqueImports?.join('\n') === other.opaqueImports?.join('\n');
}

function inner<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  const map = maps.get(key) ?? new Map<K, V>();
  maps.set(key, map);
  return map;
}
