import { directoryOf, joinInRepository } from '../../kernel/repository-paths.ts';
import type { ModuleResolver } from '../../index/graph/module-resolver.ts';
import type { FileLookup } from './file-lookup.ts';
import { canMentionFiles, type FileMentions } from './mentions.ts';

/** What one file refers to, in any way that its text shows. */
export interface FileReferences {
  /** By file, whether symbols do not tell what is used of it. */
  readonly targets: ReadonlyMap<string, boolean>;
  /** It refers to all that lies in these folders. */
  readonly folders: ReadonlySet<string>;
  /** It refers to all that begins so. */
  readonly prefixes: ReadonlySet<string>;
  /** It depends on what cannot be told: any change may reach it. */
  readonly isBoundless: boolean;
}

export interface ReferencingFile {
  readonly path: string;
  readonly mentions: FileMentions;
  /** The modules of whose names it uses more than can be told; undefined when all of them are. */
  readonly opaqueImports: readonly string[] | undefined;
}

export interface ReferenceContext {
  readonly lookup: FileLookup;
  readonly resolver: ModuleResolver;
}

export function resolveReferences(
  file: ReferencingFile,
  surroundings: ReferenceContext,
): FileReferences {
  return new ReferenceResolution(file, surroundings).all();
}

/** `./a.ts?raw`: builders make something else than the module of it. */
function takesText(module: string): boolean {
  return module.includes('?');
}

class ReferenceResolution {
  private readonly targets = new Map<string, boolean>();
  private readonly folders = new Set<string>();
  private readonly prefixes = new Set<string>();
  private readonly directory: string;
  private isBoundless = false;

  constructor(
    private readonly file: ReferencingFile,
    private readonly surroundings: ReferenceContext,
  ) {
    this.directory = directoryOf(file.path);
  }

  all(): FileReferences {
    const { mentions, opaqueImports } = this.file;
    const isOpaque = (target: string) => opaqueImports?.includes(target) !== false;
    for (const module of mentions.modules)
      this.linkModule(module, takesText(module) ? () => true : isOpaque);
    for (const module of mentions.loads) this.linkModule(module, () => true);
    for (const target of opaqueImports ?? []) this.refer(target, true);
    for (const written of mentions.paths) this.linkPath(written);
    for (const written of mentions.prefixes) this.linkPrefix(written);
    const isCodeNamed = this.linkWords(mentions.words);
    if (mentions.loadsUnknown || (mentions.startsPrograms && !isCodeNamed)) this.isBoundless = true;
    const { targets, folders, prefixes, isBoundless } = this;
    return { targets, folders, prefixes, isBoundless };
  }

  private linkModule(module: string, isOpaque: (target: string) => boolean): void {
    const targets = this.leadsTo(module);
    for (const target of targets) this.refer(target, isOpaque(target));
    if (targets.length === 0 && this.isOfRepository(module)) this.isBoundless = true;
  }

  /** The files that a path written in the file may lead to. */
  private leadsTo(written: string): readonly string[] {
    const places = this.placesOf(written.replace(/\?.*$/, ''));
    return places.flatMap((place) => this.surroundings.lookup.modulesAt(place));
  }

  /** Named as a part of the repository, and not there: made by a build, from whatever. */
  private isOfRepository(module: string): boolean {
    if (/^\.\.?(\/|$)/.test(module)) return true;
    return module.startsWith('#') || this.placesOf(module).length > 0;
  }

  private placesOf(specifier: string): readonly string[] {
    return this.surroundings.resolver.candidatesFor(this.file.path, specifier);
  }

  private linkPath(written: string): void {
    for (const target of this.leadsTo(written)) this.refer(target, true);
    const folder = joinInRepository(this.directory, written);
    const isOutward = /^[./]+$/.test(written);
    if (folder === undefined || !this.surroundings.lookup.hasFolder(folder)) return;
    if (!isOutward || this.file.mentions.listsFolders) this.folders.add(folder);
  }

  private linkPrefix(written: string): void {
    const place = joinInRepository(this.directory, written.replace(/\/$/, ''));
    if (place === undefined) this.isBoundless = true;
    else this.prefixes.add(written.endsWith('/') && place !== '' ? `${place}/` : place);
  }

  /** Whether one of the words leads to code of the repository. */
  private linkWords(words: readonly string[]): boolean {
    let isCode = false;
    for (const word of words) if (this.linkWord(word)) isCode = true;
    return isCode;
  }

  private linkWord(word: string): boolean {
    const { lookup } = this.surroundings;
    const lastName = word.slice(word.lastIndexOf('/') + 1);
    const named = /\.\w+$/.test(lastName) ? lookup.filesNamed(lastName) : [];
    let isCode = this.referToAll(named);
    if (lastName === word && !lookup.canBeFolder(word)) return isCode;
    for (const base of new Set([this.directory, ''])) {
      const place = joinInRepository(base, word);
      if (place === undefined || place === '') continue;
      if (lastName !== word && this.referToAll(lookup.modulesAt(place))) isCode = true;
      if (!lookup.hasFolder(place)) continue;
      this.folders.add(place);
      isCode = true;
    }
    return isCode;
  }

  /** Whether one of the targets is code, other than the file itself. */
  private referToAll(targets: readonly string[]): boolean {
    for (const target of targets) this.refer(target, true);
    return targets.some((target) => target !== this.file.path && canMentionFiles(target));
  }

  private refer(target: string, opaque: boolean): void {
    this.targets.set(target, opaque || this.targets.get(target) === true);
  }
}
