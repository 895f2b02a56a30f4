import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeSandbox } from '../cli/support.ts';

/** What `npm install` of the packed program makes: `dist`, and the packages that are installed with it, from this clone. */
interface Installed {
  folder: string;
  program: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const maxBytes = 60 * 1_048_576;
/** Loaded where a user has installed them, with a sentence where they have not. */
const optional = ['@huggingface/transformers', 'pg-native', 'bufferutil', 'utf-8-validate'];

const test = suite<Installed>('the packed program');

test.before(async (context) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-packed-')));
  const installed = join(folder, 'node_modules', 'coord');
  await mkdir(installed, { recursive: true });
  await cp(join(root, 'package.json'), join(installed, 'package.json'));
  await cp(join(root, 'dist', 'coord.js'), join(installed, 'dist', 'coord.js'));
  for (const part of ['dashboard', 'lexicon', 'clients']) {
    await cp(join(root, 'dist', part), join(installed, 'dist', part), { recursive: true });
  }
  for (const chunk of await chunksInUse()) {
    await cp(join(root, chunk), join(installed, chunk));
  }
  for (const path of await installedPackages()) {
    await cp(join(root, path), join(installed, path), { recursive: true, filter: isNoRemnant });
  }
  Object.assign(context, { folder, program: join(installed, 'dist', 'coord.js') });
});
test.after(({ folder }) => rm(folder, { recursive: true, force: true }));

test('PAK-1: what is not in the bundle is installed with it, and nothing is both', async () => {
  const { dependencies } = await packageJson();
  const named = await importedByName();
  assert.equal(
    named.filter((name) => !Object.hasOwn(dependencies, name) && !optional.includes(name)),
    [],
  );
  const text = await readFile(join(root, 'dist', 'THIRD-PARTY.txt'), 'utf8');
  const bundled = [...text.matchAll(/^--- (\S+) \S+ \(/gm)].map(([, name]) => name ?? '');
  assert.ok(bundled.includes('fastify') && bundled.includes('undici'), bundled.join(' '));
  assert.equal(
    Object.keys(dependencies).filter((name) => bundled.includes(name)),
    [],
  );
});

test('PAK-2: installed it takes less than 60 MB', async ({ folder }) => {
  const bytes = await sizeOf(folder);
  assert.ok(bytes < maxBytes, `${Math.round(bytes / 1_048_576)} MB`);
});

test('PAK-2: of zod and undici it has only what is used, for every start reads them', async () => {
  const chunks = await chunksInUse();
  const texts = await Promise.all(chunks.map((chunk) => readFile(join(root, chunk), 'utf8')));
  const has = (part: string) => texts.some((text) => text.includes(part));
  assert.ok(has('zod/v4/locales/en.js') && has('undici/lib/dispatcher/pool.js'));
  assert.not(has('zod/v4/locales/de.js') || has('undici/lib/mock/'));
});

test('PAK-1: it runs where nothing else is installed', async ({ folder, program }) => {
  const sandbox = await makeSandbox();
  const environment = { PATH: process.env['PATH'], HOME: folder, COORD_HOME: sandbox.home };
  const options = { cwd: sandbox.repository, env: environment };
  const daemon = spawn(process.execPath, [program, 'daemon', '--port', '0', '--json'], options);
  try {
    for await (const line of createInterface({ input: daemon.stdout })) {
      assert.is((JSON.parse(line) as { ready: boolean }).ready, true);
      break;
    }
    const command = (...args: string[]) => outputOf([program, ...args], options);
    await command('decide', 'Sessions are kept in cookies', '--rationale', 'browsers send them');
    assert.match(
      await command('search', 'where are sessions kept'),
      'Sessions are kept in cookies',
    );
    assert.match(await command('status', '--json'), '"workspace"');
  } finally {
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    daemon.kill('SIGTERM');
    await ended;
    await sandbox.remove();
  }
});

async function packageJson(): Promise<{ dependencies: Record<string, string> }> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
}

/** What the built program reaches, in its files and by the names of packages. Earlier builds leave other files in `dist`. */
async function reached() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['dist/coord.js'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return metafile.inputs;
}

async function chunksInUse(): Promise<string[]> {
  return Object.keys(await reached()).filter((path) => path.startsWith('dist/chunks/'));
}

async function importedByName(): Promise<string[]> {
  const imports = Object.values(await reached()).flatMap((input) => input.imports);
  const names = imports
    .filter(({ external, path }) => external === true && !path.startsWith('node:'))
    .map(({ path }) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].filter((name) => !builtinModules.includes(name)).sort();
}

/** The folders of the packages that npm installs without the development ones, as far as they are for this platform. */
async function installedPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const wanted = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
  );
  const there = await Promise.all(
    wanted.map(async ([path]) =>
      (await stat(join(root, path)).catch(() => undefined)) ? [path] : [],
    ),
  );
  // A package within another one comes with that one.
  return there.flat().filter((path) => path.lastIndexOf('node_modules/') === 0);
}

/** PAK-2: where better-sqlite3 was compiled here, its intermediate files lie beside it. */
function isNoRemnant(path: string): boolean {
  return !/better-sqlite3[/\\]build[/\\](?:Release[/\\](?:obj|\.deps)|deps)/.test(path);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** What a command that has to succeed prints. */
async function outputOf(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const taken = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (taken.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (taken.err += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.is(code, 0, taken.err);
  return taken.out;
}

test.run();
