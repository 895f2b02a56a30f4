import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where a program of this name lies on a search path (the form of the variable PATH); undefined where it does not. */
export async function findOnSearchPath(
  program: string,
  searchPath: string,
): Promise<string | undefined> {
  const names = [program, `${program}.exe`, `${program}.cmd`];
  const files = isAbsolute(program)
    ? names
    : searchPath
        .split(delimiter)
        .filter((folder) => folder !== '')
        .flatMap((folder) => names.map((name) => join(folder, name)));
  const found = await Promise.all(files.map(isExecutable));
  return files[found.indexOf(true)];
}

export async function isOnSearchPath(program: string, searchPath: string): Promise<boolean> {
  return (await findOnSearchPath(program, searchPath)) !== undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
