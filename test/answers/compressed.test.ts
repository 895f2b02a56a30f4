import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';

interface Bytes {
  readonly coding: string | undefined;
  readonly vary: string | undefined;
  readonly body: Buffer;
}

async function fetchBytes(
  world: World,
  path: string,
  { method = 'GET', accepts = '' }: { method?: string; accepts?: string },
): Promise<Bytes> {
  const url = new URL(path, await world.as('ada').base());
  const authorization = `Bearer ${world.as('ada').account.key}`;
  const headers = { authorization, ...(accepts !== '' && { 'accept-encoding': accepts }) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { 'content-encoding': coding, vary } = response.headers;
        resolve({ coding, vary, body: Buffer.concat(chunks) });
      });
    });
    asked.on('error', reject).end();
  });
}

async function withManyFiles(world: World): Promise<string> {
  const paths = Array.from({ length: 500 }, (_, at) => `src/shop/checkout/file-${at}.ts`);
  const files = paths.map((path) => fileOf(path, []));
  await publish(world, 'ada', files);
  return `/workspaces/${world.workspace.id}/files`;
}

scenario(
  'ANS-7',
  'a long list comes compressed to who takes it, and is the same',
  async (world) => {
    const path = await withManyFiles(world);
    const plain = await fetchBytes(world, path, {});
    assert.is(plain.coding, undefined);
    assert.ok(plain.body.length > 16_384);
    const brotli = await fetchBytes(world, path, { accepts: 'gzip, deflate, br' });
    assert.is(brotli.coding, 'br');
    assert.is(brotli.vary, 'accept-encoding');
    assert.is(brotliDecompressSync(brotli.body).toString(), plain.body.toString());
    assert.ok(brotli.body.length < plain.body.length / 8);
    const gzip = await fetchBytes(world, path, { accepts: 'gzip;q=1.0, br;q=0' });
    assert.is(gzip.coding, 'gzip');
    assert.is(gunzipSync(gzip.body).toString(), plain.body.toString());
    const none = await fetchBytes(world, path, { accepts: 'identity' });
    assert.is(none.coding, undefined);
    const head = await fetchBytes(world, path, { method: 'HEAD', accepts: 'br' });
    assert.is(head.coding, 'br');
    assert.is(head.body.length, 0);
  },
);

scenario('ANS-7', 'a short answer is sent as it is', async (world) => {
  const path = `/workspaces/${world.workspace.id}/members`;
  const answer = await fetchBytes(world, path, { accepts: 'br, gzip' });
  assert.is(answer.coding, undefined);
  assert.match(answer.body.toString(), '"ada"');
});

test.run();
