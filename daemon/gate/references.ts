import { posix } from 'node:path';
import { directoryOf, joined } from '../index/paths.ts';
import { placeKey } from '../index/resolve.ts';
import type { FileScan } from './scan.ts';

/** A file that refers to another one. `opaque` when symbols do not tell what it uses of it. */
export interface Referrer {
  readonly path: string;
  readonly opaque: boolean;
}

export interface ReferenceOptions {
  /** All files of the repository that there are, and those that are gone by the change. */
  readonly files: ReadonlySet<string>;
  /** Of the files that can refer to others. */
  readonly scans: ReadonlyMap<string, FileScan>;
  /** Where a module that the file names may be. */
  readonly placesOf: (path: string, specifier: string) => readonly string[];
  /** The modules of whose names the file uses more than can be told; undefined when all of them are. */
  readonly opaqueImportsOf: (path: string) => readonly string[] | undefined;
}

/** Which files refer to which, in any way that their texts show. Pure; built at once for one state of the repository. */
export class References {
  private readonly referrers = new Map<string, readonly Referrer[]>();
  private readonly known = new Map<string, Map<string, boolean>>();
  /** By folder, the files that refer to all that lies in it. */
  private readonly folderReaders = new Map<string, Set<string>>();
  /** By the constant beginning of a path. */
  private readonly prefixReaders = new Map<string, Set<string>>();
  private readonly byPlace = new Map<string, string[]>();
  private readonly byName = new Map<string, string[]>();
  private readonly folders = new Set<string>();
  /** Files that depend on what cannot be told: any change may reach them. */
  readonly boundless = new Set<string>();

  constructor(private readonly options: ReferenceOptions) {
    for (const path of options.files) this.register(path);
    for (const [path, scan] of options.scans) this.link(path, scan);
  }

  /** Who refers to the file. */
  referrersOf(path: string): readonly Referrer[] {
    const remembered = this.referrers.get(path);
    if (remembered !== undefined) return remembered;
    const found = new Map(this.known.get(path));
    for (let folder = directoryOf(path); ; folder = directoryOf(folder)) {
      for (const reader of this.folderReaders.get(folder) ?? []) found.set(reader, true);
      if (folder === '') break;
    }
    for (const [prefix, readers] of this.prefixReaders)
      if (path.startsWith(prefix)) for (const reader of readers) found.set(reader, true);
    found.delete(path);
    const referrers = Array.from(found, ([from, opaque]) => ({ path: from, opaque }));
    this.referrers.set(path, referrers);
    return referrers;
  }

  /** The files that a path written in a file may lead to. */
  leadsTo(from: string, written: string): string[] {
    const places = this.options.placesOf(from, written.replace(/\?.*$/, ''));
    return places.flatMap((place) => this.at(place));
  }

  private register(path: string): void {
    addTo(this.byPlace, placeKey(path), path);
    addTo(this.byName, nameKey(posix.basename(path)), path);
    for (let folder = directoryOf(path); !this.folders.has(folder); folder = directoryOf(folder)) {
      this.folders.add(folder);
      if (folder === '') break;
    }
  }

  private link(path: string, scan: FileScan): void {
    const opaque = this.options.opaqueImportsOf(path);
    const isOpaque = (target: string) => opaque?.includes(target) !== false;
    for (const module of scan.modules) {
      const targets = this.leadsTo(path, module);
      for (const target of targets) this.refer(path, target, isOpaque(target));
      if (targets.length === 0 && this.isOfRepository(path, module)) this.boundless.add(path);
    }
    for (const module of scan.loads) {
      const targets = this.leadsTo(path, module);
      for (const target of targets) this.refer(path, target, true);
      if (targets.length === 0 && this.isOfRepository(path, module)) this.boundless.add(path);
    }
    for (const target of opaque ?? []) this.refer(path, target, true);
    for (const written of scan.paths) this.linkPath(path, written);
    for (const written of scan.prefixes) this.linkPrefix(path, written);
    const seen = this.linkWords(path, scan);
    if (scan.loadsUnknown || (scan.startsPrograms && !seen)) this.boundless.add(path);
  }

  /** Named as a part of the repository, and not there: made by a build, from whatever. */
  private isOfRepository(path: string, module: string): boolean {
    if (/^\.\.?(\/|$)/.test(module)) return true;
    return module.startsWith('#') || this.options.placesOf(path, module).length > 0;
  }

  private linkPath(path: string, written: string): void {
    for (const target of this.leadsTo(path, written)) this.refer(path, target, true);
    const folder = joined(directoryOf(path), written);
    const scan = this.options.scans.get(path);
    const isOutward = /^[./]+$/.test(written);
    if (folder !== undefined && this.folders.has(folder) && (!isOutward || scan?.listsFolders))
      addToSet(this.folderReaders, folder, path);
  }

  private linkPrefix(path: string, written: string): void {
    const place = joined(directoryOf(path), written.replace(/\/$/, ''));
    if (place === undefined) return void this.boundless.add(path);
    const isFolder = written.endsWith('/');
    addToSet(this.prefixReaders, isFolder && place !== '' ? `${place}/` : place, path);
  }

  /** Whether one of the words leads to code of the repository. */
  private linkWords(path: string, { words }: FileScan): boolean {
    let isCode = false;
    for (const word of words) {
      const targets = new Set(this.byName.get(nameKey(posix.basename(word))) ?? []);
      if (!/\.\w+$/.test(word)) targets.clear();
      for (const base of [directoryOf(path), '']) {
        const place = joined(base, word);
        if (place === undefined || place === '') continue;
        if (word.includes('/')) for (const target of this.at(place)) targets.add(target);
        if (!this.folders.has(place)) continue;
        addToSet(this.folderReaders, place, path);
        isCode = true;
      }
      for (const target of targets) {
        this.refer(path, target, true);
        if (target !== path) isCode ||= this.options.scans.has(target);
      }
    }
    return isCode;
  }

  private at(place: string): string[] {
    const exact = this.options.files.has(place) ? [place] : [];
    return [...exact, ...(this.byPlace.get(placeKey(place)) ?? [])];
  }

  private refer(from: string, to: string, opaque: boolean): void {
    const referrers = this.known.get(to) ?? new Map<string, boolean>();
    referrers.set(from, opaque || referrers.get(from) === true);
    this.known.set(to, referrers);
  }
}

/** Equal for `worker.js` and the `worker.ts` that it is made of. */
function nameKey(base: string): string {
  return base.replace(/\.(?:[cm]?[tj]s|[tj]sx)$/, '.js');
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function addToSet(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}
