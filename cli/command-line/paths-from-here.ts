import { fileOfSymbol, isSymbolId, nameOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { realPath } from '../../shared/node/disk/real-path.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';

/** Paths as a person gives them, from the folder they stand in, as the repository names them. */
export async function pathsFromHere(
  directory: string,
  given: readonly string[],
): Promise<string[]> {
  const repository = findWorkTree(directory);
  if (repository === undefined) return [...given];
  const { root } = repository;
  const here = relative(root, await realpath(directory));
  return given.map((path) => {
    if (isAbsolute(path)) return relative(root, realPath(path));
    return path === '' ? path : join(here, path);
  });
}

/** As `pathsFromHere`, for an option that may be left out. */
export async function pathFromHere(
  directory: string,
  given: string | undefined,
): Promise<string | undefined> {
  return given === undefined ? undefined : (await pathsFromHere(directory, [given]))[0];
}

/** As `pathsFromHere`, for `FILE#SYMBOL` too. */
export async function targetsFromHere(
  directory: string,
  given: readonly string[],
): Promise<string[]> {
  const paths = await pathsFromHere(
    directory,
    given.map((target) => (isSymbolId(target) ? fileOfSymbol(target) : target)),
  );
  return given.map((target, at) => {
    const path = paths[at] ?? '';
    return isSymbolId(target) ? symbolId(path, nameOfSymbol(target)) : path;
  });
}
