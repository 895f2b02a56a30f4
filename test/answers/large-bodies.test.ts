import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request as ask } from 'undici';
import type { World } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';

const chunk = Buffer.alloc(65_536, 'x');
const path = '/decisions';
const tries = 4;

/** So many bytes, in pieces, so that the client still sends them when the answer comes. */
function pieces(bytes: number): Readable {
  let left = bytes;
  return new Readable({
    read() {
      left -= chunk.length;
      this.push(left < 0 ? null : chunk);
    },
  });
}

function headersOf(world: World, more: Record<string, string> = {}): Record<string, string> {
  const { key } = world.as('ada').account;
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
}

/** The status that curl shows, or how it failed. */
async function curl(args: readonly string[], body: Readable): Promise<string> {
  const child = spawn('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()));
  child.stdin.on('error', () => undefined);
  body.pipe(child.stdin);
  await new Promise((resolve) => child.once('close', resolve));
  return said;
}

scenario(
  'ANS-1',
  'a client that sends too much reads the 413, also while it sends',
  async (world) => {
    const bytes = 8 * 1_048_576;
    const length = { 'content-length': String(bytes) };
    const url = (await world.as('ada').base()) + path;
    for (let at = 0; at < tries; at += 1) {
      for (const more of [undefined, { connection: 'close' }]) {
        const fields = { ...headersOf(world, more), expect: '' };
        const args = Object.entries(fields).flatMap(([name, value]) => ['-H', `${name}:${value}`]);
        for (const body of [
          ['-T', '-'],
          ['--data-binary', '@-'],
        ]) {
          const shown = await curl([...args, ...body, '-X', 'POST', url], pieces(bytes));
          assert.is(shown, '413', `curl ${body.join(' ')} ${JSON.stringify(more)}`);
        }
      }
      for (const more of [{}, length]) {
        const headers = headersOf(world, more);
        const { statusCode, body } = await ask(url, {
          method: 'POST',
          headers,
          body: pieces(bytes),
        });
        assert.is(statusCode, 413, `undici with ${JSON.stringify(more)}`);
        assert.is(((await body.json()) as { error: string }).error, 'TooLarge');
      }
    }
  },
);

scenario(
  'ANS-1',
  'what comes of such a body is dropped up to a bound',
  async (world) => {
    const { hostname, port } = new URL(world.relay.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const answer = new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const fields = { host: hostname, ...headersOf(world, { 'transfer-encoding': 'chunked' }) };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const piece = `${chunk.length.toString(16)}\r\n${chunk.toString()}\r\n`;
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += piece.length;
        this.push(piece);
      },
    });
    endless.pipe(socket);
    assert.match(await answer, /^HTTP\/1\.1 413 /);
    await closed;
    endless.destroy();
    assert.ok(sent > 32 * 1_048_576, `${sent} bytes`);
    assert.ok(sent < 96 * 1_048_576, `${sent} bytes`);
  },
  { on: ({ transport }) => transport === 'relay' },
);

test.run();
