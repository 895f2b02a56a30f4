import { posix } from 'node:path';
import { directoryOf } from '../../kernel/repository-paths.ts';
import { moduleKey } from '../../index/graph/module-resolver.ts';

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
