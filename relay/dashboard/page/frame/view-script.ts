import type { FunctionComponent } from 'preact';
import type { View } from './views.ts';

const opened = new Map<string, FunctionComponent>();

/**
 * Whether a script or style could not be loaded since the page was. A browser may remember that, for every view that shares
 * the file, so only a new page can load it.
 */
let hasFailed = false;

/** A page was loaded again by itself, and no view has opened since: it is not done a second time. */
const triedMark = 'coord-loaded-again';

/** The component of a view whose script is here. */
export function openedView({ path }: View): FunctionComponent | undefined {
  return opened.get(path);
}

/** Loads the script of a view; false where it could not be loaded. A visit after a failure loads the page again. */
export async function openView({ path, load }: View): Promise<boolean> {
  if (hasFailed) {
    await loadPageAgain();
    return false;
  }
  try {
    opened.set(path, (await load()).default);
    sessionStorage.removeItem(triedMark);
    return true;
  } catch (problem) {
    console.error(problem);
    hasFailed = true;
    return false;
  }
}

/** Loads the page anew where the service answers; drafts are kept. False where it does not. */
export async function loadPageAgain(): Promise<boolean> {
  const { ok } = await fetch(location.href, { cache: 'no-store' }).catch(() => ({ ok: false }));
  if (ok) location.reload();
  return ok;
}

/** The same without a person who asked for it, so once at most until a view opens. */
export async function loadPageAgainOnce(): Promise<void> {
  if (sessionStorage.getItem(triedMark) !== null) return;
  sessionStorage.setItem(triedMark, 'yes');
  await loadPageAgain();
}
