import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transform, type OnLoadArgs, type OnLoadResult } from 'esbuild';

const tests = fileURLToPath(new URL('../', import.meta.url));
/** In `node_modules`, so that the packages are found from there and no other tool reads it. */
const cache = join(tests, '..', 'node_modules', '.cache', 'coord-tests');

export interface BuiltFiles {
  /** The absolute path of what was built of a test file, which Node runs as it is. */
  pathOf(file: string): string;
  remove(): void;
}

/**
 * Compiles test files and what they import once, where each process would compile it again: half of what a short file
 * takes. Packages stay outside, and `import.meta` is that of the source, so that files beside a test are found.
 *
 * @param files Paths in `test`.
 * @throws When a file does not compile.
 */
export async function buildFiles(files: readonly string[]): Promise<BuiltFiles> {
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'run-'));
  await build({
    absWorkingDir: tests,
    entryPoints: [...files],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    outdir,
    outbase: tests,
    logLevel: 'warning',
    plugins: [
      { name: 'source-paths', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, withSourcePaths) },
    ],
  });
  return {
    pathOf: (file) => join(outdir, file.replace(/\.ts$/, '.js')),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  };
}

async function withSourcePaths({ path }: OnLoadArgs): Promise<OnLoadResult | undefined> {
  const source = readFileSync(path, 'utf8');
  if (!source.includes('import.meta')) return undefined;
  const define = {
    'import.meta.url': JSON.stringify(pathToFileURL(path).href),
    'import.meta.dirname': JSON.stringify(dirname(path)),
    'import.meta.filename': JSON.stringify(path),
  };
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    define,
  });
  return { contents: code, loader: 'js' };
}
