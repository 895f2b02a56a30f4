import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import type { WatchTree } from '../index/disk/watched-directories.ts';

/** Every file of interest is looked at so often: often enough for a person, seldom enough for a network. */
const everyMs = 1_000;

/** DUR-9: looks at the files itself, for file systems that tell of no changes. */
export const pollTree: WatchTree = (root, { isLeftOut, isFileLeftOut, onEntry, onError }) => {
  const insideOf = (path: string) => relative(root, path).replaceAll(sep, '/');
  const watcher = watch(root, {
    usePolling: true,
    interval: everyMs,
    binaryInterval: everyMs,
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored(path, stats) {
      const inside = insideOf(path);
      if (inside === '' || stats === undefined) return false;
      return stats.isDirectory() ? isLeftOut(inside) : isFileLeftOut(inside);
    },
  });
  let open: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (open = resolve));
  // chokidar is ready before it has looked at each file for the first time: a change until then would be taken for what was there.
  let firstLooks: NodeJS.Timeout | undefined;
  watcher.once('ready', () => (firstLooks = setTimeout(open, everyMs)));
  watcher.on('error', onError);
  watcher.on('all', (event, path) =>
    onEntry(insideOf(path), event === 'change' ? event : 'rename'),
  );
  const close = () => {
    clearTimeout(firstLooks);
    open();
    void watcher.close();
  };
  return { ready, close };
};
