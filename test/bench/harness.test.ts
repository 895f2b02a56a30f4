import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startHttpEcho, startStdioEcho } from './support/echo.ts';
import { ResponseReader, serialiseRequest } from './support/http.ts';
import { timeRequests } from './support/lines.ts';
import { requireStatuses, runLoad } from './support/load.ts';
import type { Target } from './support/load.ts';
import { runProgram } from './support/process-time.ts';
import { alone, compare, isOver, tableOf } from './support/report.ts';
import { median, quantile } from './support/statistics.ts';

const reading = suite('bench: reading responses');

const withLength = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const chunked =
  'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n';
const empty = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n';

function readInPieces(text: string, size: number): string[] {
  const reader = new ResponseReader();
  const seen: string[] = [];
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    reader.push(bytes.subarray(at, at + size), ({ status, body, closes }) =>
      seen.push(`${status} ${body.toString()}${closes ? ' closes' : ''}`),
    );
  }
  return seen;
}

reading('cuts the stream the same wherever its pieces end', () => {
  const expected = ['200 hello', '201 hello', '200 hello', '204  closes'];
  const stream = withLength + chunked + withLength + empty;
  for (const size of [1, 2, 7, 50, stream.length]) {
    assert.equal(readInPieces(stream, size), expected, `pieces of ${size}`);
  }
});

reading('throws on what it cannot measure', () => {
  assert.throws(() => readInPieces('HTTP/1.1 200 OK\r\n\r\n', 99), /without a length/);
  assert.throws(() => readInPieces('SSH-2.0\r\n\r\n', 99), /not HTTP/);
});

reading.run();

const loading = suite('bench: load');

function posts(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    serialiseRequest({ method: 'POST', path: '/', body: JSON.stringify({ index, text: 'é' }) }),
  );
}

loading(
  'sends each request once and keeps the bodies by request, over TCP and a Unix socket',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'coord-bench-test-'));
    for (const socketPath of [undefined, join(directory, 'echo.sock')]) {
      const server = await startHttpEcho(socketPath === undefined ? {} : { socketPath });
      try {
        const load = {
          target: server.target,
          connections: 4,
          requests: posts(50),
          captureBodies: true,
        };
        const result = requireStatuses(await runLoad(load), [200]);
        assert.is(result.requests, 50);
        assert.equal(
          result.bodies.map((body) => JSON.parse(body).index),
          [...Array(50).keys()],
        );
        assert.ok(result.p50Us > 0 && result.p99Us >= result.p50Us);
      } finally {
        await server.close();
      }
    }
    await rm(directory, { recursive: true });
  },
);

loading('keeps all its connections busy when it starts over, even with one request', async () => {
  let underWay = 0;
  let most = 0;
  await withServer(
    (_request, response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay -= 1;
        response.end('{}');
      }, 20);
    },
    async (target) => {
      await runLoad({ target, connections: 8, requests: posts(1), durationMs: 200 });
      assert.is(most, 8);
    },
  );
});

loading('counts statuses and broken connections, and goes on with new ones', async () => {
  let count = 0;
  await withServer(
    (request, response) => {
      count += 1;
      if (count === 3) request.socket.destroy();
      else response.writeHead(count === 5 ? 404 : 200, { connection: 'close' }).end('{}');
    },
    async (target) => {
      const result = await runLoad({ target, connections: 1, requests: posts(9) });
      assert.equal(result.statuses, { 200: 7, 404: 1 });
      assert.is(result.unanswered, 1);
      assert.throws(() => requireStatuses(result, [200]), /404/);
    },
  );
});

loading('rejects when nobody listens', async () => {
  const target = { socketPath: join(tmpdir(), 'coord-bench-nobody.sock') };
  const failure = await runLoad({ target, connections: 1, requests: posts(1) }).catch(String);
  assert.match(String(failure), 'ENOENT');
});

async function withServer(
  listener: RequestListener,
  use: (target: Target) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    await use({ host: '127.0.0.1', port: address.port });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

loading.run();

const measuring = suite('bench: figures');

measuring('asks a line server one request after the other', async () => {
  const connection = startStdioEcho();
  try {
    assert.equal(await connection.request('echo', { a: 1 }), { a: 1 });
    const calls = Array.from({ length: 5 }, () => ({ method: 'echo' }));
    assert.is((await timeRequests(connection, calls)).length, 5);
  } finally {
    await connection.close();
  }
});

measuring('runs a program with its input and keeps its exit code', async () => {
  const script = 'process.stdin.pipe(process.stdout); process.exitCode = 3';
  const run = await runProgram({ command: 'node', args: ['-e', script], stdin: 'body' });
  assert.is(run.stdout, 'body');
  assert.is(run.exitCode, 3);
});

measuring('takes the median of the ratios of pairs measured in turn', async () => {
  const taken: string[] = [];
  const series = (side: string, values: number[]) => (): Promise<number> => {
    taken.push(side);
    return Promise.resolve(values.shift() ?? NaN);
  };
  const figure = await compare(
    { measured: series('A', [99, 20, 10, 90]), bare: series('B', [99, 10, 10, 30]) },
    { name: 'time', unit: 'ms', better: 'less', rounds: 3, limit: 1.5 },
  );
  assert.is(taken.join(''), 'ABABABAB');
  assert.equal([figure.measured, figure.bare, figure.ratio], [20, 10, 2]);
  assert.ok(isOver(figure));
  assert.match(tableOf([figure]), /time +20\.0 +10\.0 +ms +2\.00 +1\.50 +over/);
});

measuring('turns the ratio of rates around, so that less is always better', async () => {
  const sides = { measured: async () => 50, bare: async () => 100 };
  const shape = { name: 'rate', unit: '1/s', better: 'more', rounds: 1 } as const;
  assert.is((await compare(sides, shape)).ratio, 2);
});

measuring('compares a figure that has no comparison with its limit', () => {
  assert.ok(isOver(alone(10, { name: 'memory', unit: 'MB', limit: 9 })));
  assert.not(isOver(alone(10, { name: 'memory', unit: 'MB' })));
  assert.ok(isOver(alone(NaN, { name: 'nothing measured', unit: 'MB', limit: 9 })));
});

measuring('finds medians and quantiles', () => {
  assert.is(median([3, 1, 2]), 2);
  assert.is(median([4, 1, 2, 3]), 2.5);
  assert.is(quantile([5, 1, 4, 2, 3], 0.5), 3);
  assert.is(quantile([5, 1, 4, 2, 3], 0.99), 5);
  assert.ok(Number.isNaN(median([])));
});

measuring.run();
