import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const layers = ['cli', 'daemon', 'relay', 'shared', 'test'];

/** A file of the repository by its path from the root. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Whether the repository has a file or folder of that path. */
export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/** The Markdown pages that lie right in these folders, by their paths from the root. */
export function pagesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => posix.join(folder, name)),
  );
}

export function absolute(path: string): string {
  return join(root, path);
}

/** The TypeScript files of all layers but those that test the documentation, by their paths from the root. */
export function sourceFiles(): string[] {
  return layers
    .flatMap((layer) =>
      readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' }).map(
        (entry) => `${layer}/${entry.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('test/docs/'));
}
