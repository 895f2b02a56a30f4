import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from 'undici';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { DashboardFiles, type ServedBy } from '../../shared/node/dashboard-files.ts';
import { eventually } from '../support/waiting.ts';
import { onDaemon, scenario } from '../support/scenario.ts';

const folders: string[] = [];

test.after(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function newFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'coord-dashboard-'));
  folders.push(folder);
  write(folder, files);
  return folder;
}

const page = [
  '<meta name="coord-served-by" content="%SERVED_BY%">',
  '<link rel="stylesheet" href="%ROOT%dashboard/assets/page-1a.css">',
  '<script type="module" src="%ROOT%dashboard/assets/page-1a.js"></script>',
].join('\n');
const script = 'export const view = "now";\n'.repeat(200);
const built = {
  'index.html': page,
  'assets/page-1a.js': script,
  'assets/page-1a.css': 'body { margin: 0 }',
  'assets/inter-1a.woff2': 'wOF2',
  'assets/mark-1a.svg': '<svg/>',
  'assets/page-1a.js.map': '{}',
  'page.js': 'const former = 1;',
};

const none: Readonly<Record<string, string>> = {};
const empty = Buffer.alloc(0);

function filesOf(servedBy: ServedBy = 'relay', folder = newFolder(built)) {
  const files = new DashboardFiles(servedBy, folder);
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await files.answer(path, headers);
    if (isRefusal(answer))
      return {
        status: answer.status,
        message: answer.message,
        headers: none,
        body: empty,
        text: '',
      };
    return { ...answer, message: '', text: answer.body.toString() };
  };
}

/** Where a browser would look for the script, behind a proxy that takes `/team` off the address. */
function scriptAt(address: string, html: string): string {
  const [, reference = ''] = /src="([^"]+)"/.exec(html) ?? [];
  return new URL(reference, `https://coord.example/team${address}`).pathname;
}

test('DSH-20 the page is at every address below its own, and finds its files from each', async () => {
  const get = filesOf();
  const addresses = ['', '/', '/acme', '/acme/now', '/acme/decisions/dec_1', '/acme/', '/a%20b/c'];
  for (const address of [...addresses, '/assets/now', '/code', '/session', '/index.html']) {
    const { status, headers, text } = await get(`/dashboard${address}`);
    assert.is(status, 200, address);
    assert.is(headers['content-type'], 'text/html; charset=utf-8');
    assert.is(headers['cache-control'], 'no-cache');
    const found = scriptAt(`/dashboard${address}`, text);
    assert.is(found, '/team/dashboard/assets/page-1a.js', address);
  }
});

test('DSH-20 the page says who serves it', async () => {
  for (const servedBy of ['relay', 'daemon'] as const) {
    const { text } = await filesOf(servedBy)('/dashboard');
    assert.match(text, `content="${servedBy}"`);
    assert.not.match(text, '%');
  }
});

test('DSH-20 files with a hash in their name are kept for good, others asked about each time', async () => {
  const get = filesOf();
  const types = {
    'assets/page-1a.js': 'text/javascript; charset=utf-8',
    'assets/page-1a.css': 'text/css; charset=utf-8',
    'assets/inter-1a.woff2': 'font/woff2',
    'assets/mark-1a.svg': 'image/svg+xml',
  };
  for (const [name, type] of Object.entries(types)) {
    const { headers, text } = await get(`/dashboard/${name}`, { 'accept-encoding': 'identity' });
    assert.is(text, built[name as keyof typeof built]);
    assert.is(headers['content-type'], type);
    assert.is(headers['cache-control'], 'public, max-age=31536000, immutable');
  }
  const { headers } = await get('/dashboard/page.js');
  assert.is(headers['cache-control'], 'no-cache');
  const font = await get('/dashboard/assets/inter-1a.woff2', { 'accept-encoding': 'br, gzip' });
  assert.is(font.headers['content-encoding'], undefined, 'a font is compressed already');
});

test('DSH-20 what is no file of the build, and what could lead out of it, is not found', async () => {
  const get = filesOf();
  const unknown = ['assets/page-2b.js', 'assets/page-1a.js.map', 'assets/x/y.js', 'assets/.env'];
  const outside = ['..', '../package.json', '%2e%2e/package.json', 'a/%2E%2e/b', 'a/./b', 'a%2fb'];
  const odd = ['a%5Cb', 'a\\b', 'a%00b', '%', '%ff', '%c0%ae', 'a/'.repeat(40)];
  for (const path of [...unknown, ...outside, ...odd]) {
    const { status, message } = await get(`/dashboard/${path}`);
    assert.is(status, 404, path);
    assert.ok(message.length > 10, path);
  }
});

test('DSH-20 what was read is served as it was, although another build has begun', async () => {
  const folder = newFolder(built);
  const get = filesOf('relay', folder);
  await get('/dashboard');
  rmSync(folder, { recursive: true });
  assert.is((await get('/dashboard/assets/page-1a.js')).status, 200);
});

test('DSH-20 a page that is not built says how to build it, and is there once it is', async () => {
  const folder = newFolder({});
  const get = filesOf('daemon', folder);
  for (const path of ['/dashboard', '/dashboard/acme/now', '/dashboard/assets/page-1a.js'])
    assert.match((await get(path)).message, 'npm run build');
  write(folder, built);
  await eventually('the page', async () =>
    (await get('/dashboard')).status === 200 ? true : undefined,
  );
});

test('DSH-21 nothing runs that is written into the page, and at a daemon it speaks to the daemon alone', async () => {
  const policyAt = async (servedBy: ServedBy) =>
    (await filesOf(servedBy)('/dashboard')).headers['content-security-policy'] ?? '';
  const [atRelay, atDaemon] = [await policyAt('relay'), await policyAt('daemon')];
  for (const policy of [atRelay, atDaemon]) {
    assert.not.match(policy, 'unsafe');
    for (const part of ["default-src 'none'", "font-src 'self'", "img-src 'self' data:"])
      assert.match(policy, part);
    assert.match(policy, "script-src 'self'; style-src 'self';");
    assert.match(policy, "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  }
  assert.match(atRelay, "connect-src 'self' ws: wss:;");
  assert.match(atDaemon, "connect-src 'self';");
});

test('PAK-3 files are sent compressed to those who take it, each coding with its own tag', async () => {
  const get = filesOf();
  const sent = (accepted: string, tag = '') =>
    get('/dashboard/assets/page-1a.js', { 'accept-encoding': accepted, 'if-none-match': tag });
  const plain = await sent('identity');
  assert.is(plain.headers['content-encoding'], undefined);
  const brotli = await sent('gzip, deflate, br');
  assert.is(brotli.headers['content-encoding'], 'br');
  assert.is(brotliDecompressSync(brotli.body).toString(), script);
  const gzipped = await sent('br;q=0, gzip');
  assert.is(gzipped.headers['content-encoding'], 'gzip');
  assert.is(gunzipSync(gzipped.body).toString(), script);
  for (const { headers } of [plain, brotli, gzipped]) assert.is(headers['vary'], 'accept-encoding');
  const tag = brotli.headers['etag'] ?? '';
  assert.is((await sent('br', tag)).status, 304);
  assert.is((await sent('gzip', tag)).status, 200);
});

async function sentFor(base: string, path: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: answered, body } = await request(base + path, { headers });
  return {
    status: statusCode,
    headers: answered,
    bytes: Buffer.from(await body.arrayBuffer()),
  };
}

scenario('DSH-20', 'deep addresses answer the page, and unknown files an error', async (world) => {
  const base = await world.as('ada').base();
  const { bytes } = await sentFor(base, '/dashboard');
  const deep = await sentFor(base, '/dashboard/acme/now?file=a.ts');
  assert.is(deep.status, 200);
  assert.is(deep.headers['content-length'], String(deep.bytes.length));
  assert.match(String(deep.headers['content-security-policy']), "script-src 'self'");
  assert.match(bytes.toString(), '<title>coord');
  const compressed = await sentFor(base, '/dashboard', { 'accept-encoding': 'br' });
  assert.is(compressed.headers['content-encoding'], 'br');
  assert.ok(brotliDecompressSync(compressed.bytes).equals(bytes));
  const tag = String(compressed.headers['etag']);
  const again = { 'accept-encoding': 'br', 'if-none-match': tag };
  assert.is((await sentFor(base, '/dashboard', again)).status, 304);
  for (const path of ['assets/none.js', 'a%2fb', 'a%5cb', 'a%00b', '%ff', 'a/%', 'assets/%zz']) {
    const missing = await sentFor(base, `/dashboard/${path}`);
    assert.is(missing.status, 404, path);
    assert.is((JSON.parse(missing.bytes.toString()) as { error: string }).error, 'NotFound');
  }
});

scenario(
  'DSH-20',
  'a daemon serves the page itself, while its relay is gone',
  async (world) => {
    const base = await world.as('ada').base();
    await world.relay.close();
    assert.is((await sentFor(base, '/dashboard')).status, 200);
    const deep = await sentFor(base, '/dashboard/acme/now');
    assert.is(deep.status, 200);
    assert.match(String(deep.headers['content-security-policy']), "connect-src 'self';");
  },
  { on: onDaemon },
);

test.run();
