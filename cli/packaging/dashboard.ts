/** The dashboard's page: one Vite build, whose parts are loaded when their view opens. */
import { join, relative } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { operations } from '../../shared/api/operations.ts';

/** Writes the page into `out`; answers the folders of the packages whose code is in it, relative to `root`. */
export async function buildDashboard(root: string, out: string): Promise<string[]> {
  const built = (await build({
    root: join(root, 'relay/dashboard/page'),
    configFile: false,
    logLevel: 'warn',
    // Wherever the page is served, its parts find each other beside them.
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [operationWays(), pageAnywhere()],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 700,
    },
  })) as Rolldown.RolldownOutput;
  const modules = built.output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  return packagesOf(root, modules);
}

/** `virtual:operation-ways`: method and path of each operation. Their schemas are of no use to a page and three times its size. */
function operationWays(): Plugin {
  const name = 'virtual:operation-ways';
  const ways = Object.entries(operations).map(([key, { method, path }]) => [key, { method, path }]);
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export default ${JSON.stringify(Object.fromEntries(ways))}` : undefined,
  };
}

/** Every address of the page is answered with one document, which the server tells how far up its files are. */
function pageAnywhere(): Plugin {
  const meta = '<meta name="coord-served-by" content="%SERVED_BY%" />';
  return {
    name: 'page-anywhere',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      page.source = String(page.source)
        .replaceAll('"./assets/', '"%ROOT%dashboard/assets/')
        .replace('</head>', `  ${meta}\n  </head>`);
    },
  };
}

function packagesOf(root: string, modules: readonly string[]): string[] {
  const folders = modules
    .map((id) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, ''))?.[1])
    .filter((folder) => folder !== undefined)
    .map((folder) => relative(root, folder));
  return [...new Set(folders)];
}
