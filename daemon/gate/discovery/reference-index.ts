import { directoryOf } from '../../kernel/repository-paths.ts';
import type { ModuleResolver } from '../../index/graph/module-resolver.ts';
import { FileLookup } from './file-lookup.ts';
import {
  resolveReferences,
  type ReferencingFile,
  type FileReferences,
} from './resolve-references.ts';
import type { FileMentions } from './mentions.ts';

/** A file that refers to another one. `opaque` when symbols do not tell what it uses of it. */
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
  /** The modules of whose names the file uses more than can be told; undefined when all of them are. */
  readonly opaqueImportsOf: (path: string) => readonly string[] | undefined;
}

interface Linked extends ReferencingFile {
  readonly links: FileReferences;
}

/**
 * Which files refer to which, in any way that their texts show. Pure. Kept from one state of the repository to the next:
 * only files whose own text has changed are linked anew, as long as no file came or went.
 */
export class ReferenceIndex {
  /** Files that depend on what cannot be told: any change may reach them. */
  readonly unboundedFiles = new Set<string>();
  private places = new FileLookup(new Set());
  private resolver: ModuleResolver | undefined;
  private readonly linked = new Map<string, Linked>();
  /** By file, who refers to it and whether opaquely. */
  private readonly known = new Map<string, Map<string, boolean>>();
  /** By folder, the files that refer to all that lies in it. */
  private readonly folderReaders = new Map<string, Set<string>>();
  /** By folder, then by the constant beginning of a path in it. */
  private readonly prefixReaders = new Map<string, Map<string, Set<string>>>();
  private readonly referrers = new Map<string, readonly Referrer[]>();

  /** Brings it to another state of the repository; until it is through, answers mean nothing. */
  *updating(options: ReferenceInputs): Generator<void, void> {
    if (options.resolver !== this.resolver || !this.places.hasExactly(options.files))
      yield* this.beginAnew(options);
    for (const path of this.linked.keys()) if (!options.mentions.has(path)) this.unlink(path);
    for (const [path, mentions] of options.mentions) {
      this.link({ path, mentions, opaqueImports: options.opaqueImportsOf(path) }, options.resolver);
      yield;
    }
  }

  /** Who refers to the file. */
  referrersOf(path: string): readonly Referrer[] {
    const remembered = this.referrers.get(path);
    if (remembered !== undefined) return remembered;
    const found = new Map(this.known.get(path));
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
    const held = [this.linked, this.known, this.folderReaders, this.prefixReaders, this.referrers];
    for (const part of [...held, this.unboundedFiles]) part.clear();
    this.places = new FileLookup(files);
    yield* this.places.building();
    this.resolver = resolver;
  }

  private link(file: ReferencingFile, resolver: ModuleResolver): void {
    const before = this.linked.get(file.path);
    if (before !== undefined && isSame(before, file)) return;
    if (before !== undefined) this.unlink(file.path);
    this.referrers.clear();
    const { path } = file;
    const links = resolveReferences(file, { lookup: this.places, resolver });
    for (const [target, opaque] of links.targets) inner(this.known, target).set(path, opaque);
    for (const folder of links.folders) addTo(this.folderReaders, folder, path);
    for (const prefix of links.prefixes)
      addTo(inner(this.prefixReaders, directoryOf(prefix)), prefix, path);
    if (links.isBoundless) this.unboundedFiles.add(path);
    this.linked.set(path, { ...file, links });
  }

  private unlink(path: string): void {
    const { targets, folders, prefixes } = this.linked.get(path)?.links ?? noLinks;
    this.referrers.clear();
    for (const target of targets.keys()) this.known.get(target)?.delete(path);
    for (const folder of folders) this.folderReaders.get(folder)?.delete(path);
    for (const prefix of prefixes)
      this.prefixReaders.get(directoryOf(prefix))?.get(prefix)?.delete(path);
    this.unboundedFiles.delete(path);
    this.linked.delete(path);
  }
}

const noLinks: FileReferences = {
  targets: new Map(),
  folders: new Set(),
  prefixes: new Set(),
  isBoundless: false,
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

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}
