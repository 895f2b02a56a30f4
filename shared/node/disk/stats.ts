import { lstatSync, statSync, type Stats } from 'node:fs';

/**
 * What is at a path; undefined where nothing is, where a file stands in place of one of its folders, where a folder may not be
 * entered, and where links lead in a circle. `statSync` throws for all but the first.
 */
export function tryStat(path: string): Stats | undefined {
  return found(() => statSync(path, { throwIfNoEntry: false }));
}

/** As `tryStat`, of the link itself where there is one. */
export function tryLstat(path: string): Stats | undefined {
  return found(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** What is only missing, as most of the time, costs no error. */
function found(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
