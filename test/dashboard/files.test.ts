import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from 'undici';
import { scenario } from '../support/scenario.ts';

scenario(
  'PAK-3',
  "the dashboard's script is sent compressed, to those who take it",
  async (world) => {
    const sent = async (accepted: string, tag = '') => {
      const { statusCode, headers, body } = await request(
        `${await world.as('ada').base()}/dashboard/page.js`,
        {
          headers: { 'accept-encoding': accepted, 'if-none-match': tag },
        },
      );
      return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
    };
    const plain = await sent('identity');
    assert.is(plain.headers['content-encoding'], undefined);
    const brotli = await sent('gzip, deflate, br');
    assert.is(brotli.headers['content-encoding'], 'br');
    assert.ok(brotli.bytes.length * 3 < plain.bytes.length, `${brotli.bytes.length} bytes`);
    assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
    const gzipped = await sent('br;q=0, gzip');
    assert.is(gzipped.headers['content-encoding'], 'gzip');
    assert.ok(gunzipSync(gzipped.bytes).equals(plain.bytes));
    for (const { headers } of [plain, brotli, gzipped])
      assert.is(headers['vary'], 'accept-encoding');
    const tag = String(brotli.headers['etag']);
    assert.is((await sent('br', tag)).status, 304);
    assert.is((await sent('gzip', tag)).status, 200);
  },
);

test.run();
