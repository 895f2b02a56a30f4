import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { startHttpEcho, startStdioEcho } from './support/echo.ts';
import type { EchoServer } from './support/echo.ts';
import { serialiseRequest } from './support/http.ts';
import { timeRequests } from './support/lines.ts';
import { requireStatuses, runLoad } from './support/load.ts';
import type { LoadResult } from './support/load.ts';
import { timeProgram } from './support/process-time.ts';
import { compare } from './support/report.ts';
import { median } from './support/statistics.ts';

const body = JSON.stringify({
  event: 'preToolUse',
  file_path: 'src/auth.ts',
  padding: 'x'.repeat(99),
});
const requests = [serialiseRequest({ method: 'POST', path: '/echo', body })];

/** The bare servers against themselves: how far a ratio is from 1 here is what noise adds. */
export const bench: Bench = {
  name: 'self-check',
  run: async ({ rounds, durationMs, node, directory, defer }) => {
    const servers = await Promise.all([
      startHttpEcho(),
      startHttpEcho(),
      startHttpEcho({ socketPath: join(directory, 'echo.sock') }),
      startHttpEcho({ socketPath: join(directory, 'other.sock') }),
    ]);
    for (const server of servers) defer(server.close);
    const [tcp, otherTcp, unix, otherUnix] = servers;
    const lines = [startStdioEcho(), startStdioEcho()] as const;
    for (const connection of lines) defer(connection.close);

    const load = async (server: EchoServer, connections: number): Promise<LoadResult> =>
      requireStatuses(
        await runLoad({ target: server.target, connections, requests, durationMs }),
        [200],
      );
    const rate = async (server: EchoServer): Promise<number> =>
      (await load(server, 64)).requestsPerSecond;
    const latency = async (server: EchoServer): Promise<number> => (await load(server, 1)).p50Us;
    const calls = Array.from({ length: 2000 }, () => ({ method: 'echo', params: { body } }));
    const roundTrip = async (connection: (typeof lines)[number]): Promise<number> =>
      median(await timeRequests(connection, calls));
    const start = (): Promise<number> => timeProgram({ command: node, args: ['-e', '0'] });

    const same = { rounds, limit: 1.15, note: 'the harness against itself; about 1' };
    return [
      await compare(
        { measured: () => rate(tcp), bare: () => rate(otherTcp) },
        { ...same, name: 'echo, TCP, 64 connections', unit: 'requests/s', better: 'more' },
      ),
      await compare(
        { measured: () => rate(unix), bare: () => rate(otherUnix) },
        { ...same, name: 'echo, Unix socket, 64 connections', unit: 'requests/s', better: 'more' },
      ),
      await compare(
        { measured: () => latency(tcp), bare: () => latency(otherTcp) },
        { ...same, name: 'echo, TCP, 1 connection, p50', unit: 'us', better: 'less' },
      ),
      await compare(
        { measured: () => roundTrip(lines[0]), bare: () => roundTrip(lines[1]) },
        { ...same, name: 'echo, stdio, p50', unit: 'us', better: 'less' },
      ),
      await compare(
        { measured: start, bare: start },
        { ...same, name: 'start and end of node', unit: 'ms', better: 'less' },
      ),
    ];
  },
};
