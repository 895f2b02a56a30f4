/**
 * `npm run build`: writes the program into `dist`. Everything is bundled but what `package.json` has as dependencies, which npm
 * installs beside it, so that there is one copy of each package (PAK-1).
 */
import { execFile } from 'node:child_process';
import { readFile, rm, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Metafile, type Plugin } from 'esbuild';
import { buildDashboard } from './dashboard.ts';
import { bundledPackages, notices } from './notices.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = join(root, 'dist');
const run = promisify(execFile);

/** Installed by whoever wants them; each has a sentence or a fallback where it is imported. */
const onlyWhereInstalled = [
  '@huggingface/transformers',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
];

/** Sentences of zod in 63 other languages are half of what each start would read of the contract, and nobody is told them. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      /[/\\]zod[/\\]/.test(importer) ? { path: join(resolveDir, '../locales/en.js') } : undefined,
    ),
};

const common = { bundle: true, absWorkingDir: root, logLevel: 'warning' } as const;

await main();

async function main(): Promise<void> {
  const [program, pagePackages] = await Promise.all([
    buildProgram(),
    buildDashboard(root, join(out, 'dashboard')),
    buildLexicon(),
    copyInstalledFiles(),
  ]);
  const packages = [...new Set([...bundledPackages(program), ...pagePackages])].sort();
  await writeFile(join(out, 'THIRD-PARTY.txt'), await notices(root, packages));
  // Earlier parts stay for daemons that still run from them, and are not packed.
  if (process.env['npm_command'] === 'pack' || process.env['npm_command'] === 'publish') {
    await removeEarlierParts(program);
  }
}

async function buildProgram(): Promise<Metafile> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const built = await build({
    ...common,
    entryPoints: { coord: 'cli/main.ts' },
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: out,
    chunkNames: 'chunks/[name]-[hash]',
    external: [...Object.keys(dependencies), ...onlyWhereInstalled],
    // Its other form loads its own files by a `require` that a bundle cannot follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [englishOnly],
    metafile: true,
    // What was written for CommonJS asks for Node's own modules with `require`.
    banner: {
      js: "import { createRequire as coordRequire } from 'node:module'; const require = coordRequire(import.meta.url);",
    },
  });
  return built.metafile;
}

/** What `coord init` writes into repositories is read as it lies there. */
async function copyInstalledFiles(): Promise<void> {
  const base = 'shared/clients';
  await build({
    ...common,
    entryPoints: [`${base}/**/*.sh`, `${base}/**/*.js`],
    loader: { '.sh': 'copy', '.js': 'copy' },
    outbase: base,
    outdir: join(out, 'clients'),
  });
}

async function buildLexicon(): Promise<void> {
  const base = 'relay/search/builtin/lexicon';
  await build({
    ...common,
    entryPoints: [`${base}/data/**/*.txt`],
    loader: { '.txt': 'copy' },
    outbase: base,
    outdir: join(out, 'lexicon'),
  });
  // A process of its own, as no command imports the insides of the relay.
  const written = join(out, 'lexicon', 'prepared.json.gz');
  await run(process.execPath, ['--import', 'tsx', `${base}/prepare/main.ts`, written], {
    cwd: root,
  });
}

async function removeEarlierParts(program: Metafile): Promise<void> {
  const parts = join(out, 'chunks');
  const written = new Set(Object.keys(program.outputs));
  for (const name of await readdir(parts)) {
    const path = join(parts, name);
    if (!written.has(relative(root, path))) await rm(path);
  }
}
