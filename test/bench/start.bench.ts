import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { openConnection } from './support/connection.ts';
import type { HttpConnection } from './support/connection.ts';
import { spawnCoord, stopProcess } from './support/coord.ts';
import { httpEcho } from './support/echo.ts';
import { freePort } from './support/free-port.ts';
import { compare } from './support/report.ts';
import { makeRepository, sourceText } from './support/repository.ts';
import { daemonProgram, requestWith, startDaemon, startTeam, untilStatus } from './support/team.ts';

const files = 100;
/** One pair is two starts, so several of them are needed for a steady median. */
const pairsPerRound = 3;
const giveUpMs = 10_000;

/** From the start of the process, in a repository that it knows, until it has answered a hook. */
export const bench: Bench = {
  name: 'start',
  run: async (context) => {
    const { rounds, node, directory } = context;
    const team = await startTeam(context);
    const root = await makeRepository(join(directory, 'shop'), sources());
    const place = { root, home: join(directory, 'home'), port: await freePort() };
    const { port } = place;
    const { args, options } = daemonProgram(team, place);
    const warm = await startDaemon(context, team, place);
    await untilStatus(warm, ({ index }) => index.files === files && index.pending === 0);
    await warm.stop();

    const request = requestWith(warm.token, {
      method: 'POST',
      path: '/hooks/claude-code',
      body: {
        session_id: 'writer',
        cwd: root,
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        tool_use_id: 'toolu_1',
        tool_input: { file_path: join(root, 'src/file-1.ts'), content: 'export {};\n' },
      },
    });
    const bareServer = (): ChildProcess => spawn(node, [httpEcho, `${port}`], { stdio: 'ignore' });
    return [
      await compare(
        {
          measured: () => untilAnswered(() => spawnCoord(node, args, options), { port, request }),
          bare: () => untilAnswered(bareServer, { port, request }),
        },
        {
          rounds: rounds * pairsPerRound,
          name: 'daemon until its first answered hook',
          unit: 'ms',
          better: 'less',
          limit: 2,
          note: 'against a bare server until its first answer',
        },
      ),
    ];
  },
};

function sources(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: files }, (_, index) => [`src/file-${index}.ts`, sourceText(100)]),
  );
}

async function untilAnswered(
  start: () => ChildProcess,
  { port, request }: { port: number; request: Buffer },
): Promise<number> {
  const startedAt = performance.now();
  const server = start();
  try {
    const connection = await untilOpen(port);
    const { status } = await connection.exchange(request);
    const elapsedMs = performance.now() - startedAt;
    connection.close();
    if (status >= 300) throw new Error(`the first answer was ${status}`);
    return elapsedMs;
  } finally {
    await stopProcess(server);
  }
}

async function untilOpen(port: number): Promise<HttpConnection> {
  const giveUpAt = performance.now() + giveUpMs;
  for (;;) {
    try {
      return await openConnection({ host: '127.0.0.1', port });
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await delay(1);
    }
  }
}
