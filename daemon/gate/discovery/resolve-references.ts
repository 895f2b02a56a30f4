import { posix } from 'node:path';
import { directoryOf, joinInRepository } from '../../kernel/repository-paths.ts';
import { moduleKey, type ModuleResolver } from '../../index/graph/module-resolver.ts';
import type { FileMentions } from '../../index/parser/mentions/file-mentions.ts';
import { canMentionFiles } from './mention-cache.ts';

/** What one file refers to, resolved to files, folders and beginnings of paths. */
export interface FileReferences {
  /** By file that it refers to: whether the symbol graph does not show what it uses of it. */
  readonly targets: ReadonlyMap<string, boolean>;
  /** It refers to all that lies in these folders. */
  readonly folders: ReadonlySet<string>;
  /** It refers to all that begins so. */
  readonly prefixes: ReadonlySet<string>;
  /** It may refer to any file, so any change may reach it. */
  readonly isUnbounded: boolean;
}

export interface ReferencingFile {
  readonly path: string;
  readonly mentions: FileMentions;
  /** The modules whose use the symbol graph does not show completely; undefined means all of them. */
  readonly opaqueImports: readonly string[] | undefined;
}

interface ReferenceContext {
  readonly lookup: FileLookup;
  readonly resolver: ModuleResolver;
}

export function resolveReferences(
  file: ReferencingFile,
  context: ReferenceContext,
): FileReferences {
  return new ReferenceResolution(file, context).all();
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
  private isUnbounded = false;

  constructor(
    private readonly file: ReferencingFile,
    private readonly context: ReferenceContext,
  ) {
    this.directory = directoryOf(file.path);
  }

  all(): FileReferences {
    const { mentions, opaqueImports } = this.file;
    const isOpaque = (target: string) => opaqueImports?.includes(target) !== false;
    for (const module of mentions.modules)
      this.resolveModule(module, takesText(module) ? () => true : isOpaque);
    for (const module of mentions.loads) this.resolveModule(module, () => true);
    for (const target of opaqueImports ?? []) this.add(target, true);
    for (const written of mentions.paths) this.resolvePath(written);
    for (const written of mentions.prefixes) this.resolvePrefix(written);
    const isCodeNamed = this.resolveWords(mentions.words);
    if (mentions.loadsUnknown || (mentions.startsPrograms && !isCodeNamed)) this.isUnbounded = true;
    const { targets, folders, prefixes, isUnbounded } = this;
    return { targets, folders, prefixes, isUnbounded };
  }

  private resolveModule(module: string, isOpaque: (target: string) => boolean): void {
    const targets = this.filesOf(module);
    for (const target of targets) this.add(target, isOpaque(target));
    if (targets.length === 0 && this.isOfRepository(module)) this.isUnbounded = true;
  }

  /** The files that a path written in the file may lead to. */
  private filesOf(written: string): readonly string[] {
    const candidates = this.candidatesFor(written.replace(/\?.*$/, ''));
    return candidates.flatMap((path) => this.context.lookup.modulesAt(path));
  }

  /** Named as a part of the repository, and not there: made by a build, from whatever. */
  private isOfRepository(module: string): boolean {
    if (/^\.\.?(\/|$)/.test(module)) return true;
    return module.startsWith('#') || this.candidatesFor(module).length > 0;
  }

  private candidatesFor(specifier: string): readonly string[] {
    return this.context.resolver.candidatesFor(this.file.path, specifier);
  }

  private resolvePath(written: string): void {
    for (const target of this.filesOf(written)) this.add(target, true);
    const folder = joinInRepository(this.directory, written);
    const isOutward = /^[./]+$/.test(written);
    if (folder === undefined || !this.context.lookup.hasFolder(folder)) return;
    if (!isOutward || this.file.mentions.listsFolders) this.folders.add(folder);
  }

  private resolvePrefix(written: string): void {
    const path = joinInRepository(this.directory, written.replace(/\/$/, ''));
    if (path === undefined) this.isUnbounded = true;
    else this.prefixes.add(written.endsWith('/') && path !== '' ? `${path}/` : path);
  }

  /** Whether one of the words leads to code of the repository. */
  private resolveWords(words: readonly string[]): boolean {
    let isCode = false;
    for (const word of words) if (this.resolveWord(word)) isCode = true;
    return isCode;
  }

  private resolveWord(word: string): boolean {
    const { lookup } = this.context;
    const lastName = word.slice(word.lastIndexOf('/') + 1);
    const named = /\.\w+$/.test(lastName) ? lookup.filesNamed(lastName) : [];
    let isCode = this.addAll(named);
    if (lastName === word && !lookup.canBeFolder(word)) return isCode;
    for (const base of new Set([this.directory, ''])) {
      const path = joinInRepository(base, word);
      if (path === undefined || path === '') continue;
      if (lastName !== word && this.addAll(lookup.modulesAt(path))) isCode = true;
      if (!lookup.hasFolder(path)) continue;
      this.folders.add(path);
      isCode = true;
    }
    return isCode;
  }

  /** Whether one of the targets is code, other than the file itself. */
  private addAll(targets: readonly string[]): boolean {
    for (const target of targets) this.add(target, true);
    return targets.some((target) => target !== this.file.path && canMentionFiles(target));
  }

  private add(target: string, opaque: boolean): void {
    this.targets.set(target, opaque || this.targets.get(target) === true);
  }
}

/** Finds the files of one state of the repository by module path, by file name and by folder. */
export class FileLookup {
  private readonly byModuleKey = new Map<string, string[]>();
  private readonly byName = new Map<string, string[]>();
  private readonly folders = new Set<string>();
  private readonly folderNames = new Set<string>();

  constructor(readonly files: ReadonlySet<string>) {}

  /** Must be run to the end before anything is asked. */
  *building(): Generator<void, void> {
    for (const path of this.files) {
      addTo(this.byModuleKey, moduleKey(path), path);
      addTo(this.byName, nameKey(posix.basename(path)), path);
      this.registerFolders(directoryOf(path));
      yield;
    }
  }

  hasFolder(path: string): boolean {
    return this.folders.has(path);
  }

  /** Whether a path that ends so can be a folder: most words of a text are none. */
  canBeFolder(lastName: string): boolean {
    return this.folderNames.has(lastName) || /^\.+$/.test(lastName);
  }

  /** The files that a module name with this candidate path can mean. */
  modulesAt(candidate: string): readonly string[] {
    return this.byModuleKey.get(moduleKey(candidate)) ?? [];
  }

  /** The files of that name in any folder, as it is or as what it is built from. */
  filesNamed(base: string): readonly string[] {
    return this.byName.get(nameKey(base)) ?? [];
  }

  hasExactly(files: ReadonlySet<string>): boolean {
    if (files.size !== this.files.size) return false;
    for (const path of files) if (!this.files.has(path)) return false;
    return true;
  }

  private registerFolders(innermost: string): void {
    for (let folder = innermost; !this.folders.has(folder); folder = directoryOf(folder)) {
      this.folders.add(folder);
      this.folderNames.add(posix.basename(folder));
      if (folder === '') break;
    }
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
