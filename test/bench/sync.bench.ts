import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { spawnCoord } from './support/coord.ts';
import { startStdioEcho } from './support/echo.ts';
import { openLines, timeRequests } from './support/lines.ts';
import type { LineConnection } from './support/lines.ts';
import { compareEach } from './support/report.ts';
import { makeRepository } from './support/repository.ts';
import { quantile } from './support/statistics.ts';
import {
  callJson,
  reserveFiles,
  hookBody,
  startDaemon,
  startTeam,
  untilStatus,
} from './support/team.ts';

const callsPerRound = 1_000;
const held = 20;

/** A tool call of an agent over MCP: `sync` through `coord mcp` and the daemon, and back. */
export const bench: Bench = {
  name: 'sync',
  run: async (context) => {
    const { rounds, node, directory, defer } = context;
    const team = await startTeam(context);
    await reserveFiles(
      team,
      Array.from({ length: held }, (_, index) => `src/held-${index}.ts`),
    );
    const root = await makeRepository(join(directory, 'shop'), { 'README.md': '# Shop\n' });
    const home = join(directory, 'home');
    const daemon = await startDaemon(context, team, { root, home });
    await untilStatus(daemon, ({ reservations }) => reservations.length >= held);
    const started = { event: 'sessionStart', conversation_id: 'writer' } as const;
    const session = await callJson(daemon.url, {
      method: 'POST',
      path: '/workspaces/sessions/hook',
      key: daemon.token,
      body: hookBody(team, started),
    });

    const mcp = openLines(spawnCoord(node, ['mcp'], { home, cwd: root }));
    defer(mcp.close);
    await initialise(mcp);
    const params = {
      name: 'sync',
      arguments: { task: 'Measure', session_id: session['session_id'], files: 'src/free.ts' },
    };
    const answer = await answerWithAgents(mcp, params);
    const [echo, answering] = [startStdioEcho(), startStdioEcho()];
    defer(echo.close);
    defer(answering.close);
    await answering.request('answer', answer);

    const calls = Array.from({ length: callsPerRound }, () => ({ method: 'tools/call', params }));
    const latencies = (connection: LineConnection) => async () => {
      const latenciesUs = await timeRequests(connection, calls);
      return { p50: quantile(latenciesUs, 0.5), p99: quantile(latenciesUs, 0.99) };
    };
    const figure = { unit: 'us', better: 'less' } as const;
    return [
      // As an HTTP echo is given the same body, this one answers as much: that alone costs more than a short echo.
      ...(await compareEach(
        { measured: latencies(mcp), bare: latencies(answering) },
        {
          rounds,
          figures: [
            { ...figure, name: 'sync over stdio, p50', of: 'p50', limit: 3 },
            { ...figure, name: 'sync over stdio, p99', of: 'p99' },
          ],
        },
      )),
      ...(await compareEach(
        { measured: latencies(mcp), bare: latencies(echo) },
        {
          rounds,
          figures: [{ ...figure, name: 'sync over stdio, p50, to an echo of the call', of: 'p50' }],
        },
      )),
    ];
  },
};

async function initialise(mcp: LineConnection): Promise<void> {
  await mcp.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  mcp.notify('notifications/initialized');
}

/** A refusal would be answered much faster than what the agent asked for. */
async function answerWithAgents(mcp: LineConnection, params: unknown): Promise<unknown> {
  const answer = await mcp.request('tools/call', params);
  const text = JSON.stringify(answer);
  if (!text.includes('"agents"')) throw new Error(`sync answered ${text.slice(0, 500)}`);
  return answer;
}
