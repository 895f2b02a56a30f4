import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { runCoord } from './support/coord.ts';
import { startHttpEcho } from './support/echo.ts';
import { runProgram, timeProgram } from './support/process-time.ts';
import { compare } from './support/report.ts';
import { makeRepository } from './support/repository.ts';
import { startDaemon, startTeam } from './support/team.ts';

/** One pair is two short processes, so many of them are needed for a steady median. */
const pairsPerRound = 12;
const file = 'src/free.ts';

/** The whole process that a client's hook starts, from its spawn to its end. */
export const bench: Bench = {
  name: 'shim',
  run: async (context) => {
    const { rounds, node, directory, defer } = context;
    const echo = await startHttpEcho();
    defer(echo.close);
    const team = await startTeam(context);
    const root = await makeRepository(join(directory, 'shop'), { [file]: 'export {};\n' });
    const home = join(directory, 'home');
    await startDaemon(context, team, { root, home });
    await runCoord(node, ['init', '--client', 'claude-code'], { home, cwd: root });

    const stdin = JSON.stringify({
      session_id: 'writer',
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_use_id: 'toolu_1',
      tool_input: { file_path: join(root, file), content: 'export const a = 1;\n' },
    });
    const hook = {
      command: join(root, '.coord/hook'),
      args: ['claude-code', 'PreToolUse'],
      cwd: root,
      env: { PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: root },
    };
    const shim = (): Promise<number> => timeProgram({ ...hook, stdin });
    await expectSilence({ ...hook, stdin });

    const { port } = { port: 0, ...echo.target };
    const post = `curl -q -s -H 'Content-Type: application/json' --data-binary @- http://127.0.0.1:${port}/`;
    const curl = (): Promise<number> =>
      timeProgram({ command: 'sh', args: ['-c', post], stdin, cwd: root });
    const empty = (): Promise<number> => timeProgram({ command: node, args: ['-e', '0'] });

    const shape = { rounds: rounds * pairsPerRound, unit: 'ms', better: 'less' } as const;
    return [
      await compare(
        { measured: shim, bare: curl },
        { ...shape, name: 'shim against curl', limit: 1.2 },
      ),
      await compare(
        { measured: shim, bare: empty },
        { ...shape, name: 'shim against node', limit: 0.25 },
      ),
    ];
  },
};

/** An allowed write prints nothing; a daemon that was not reached would say so. */
async function expectSilence(program: Parameters<typeof runProgram>[0]): Promise<void> {
  const { stdout, exitCode } = await runProgram(program);
  if (exitCode !== 0 || stdout !== '') throw new Error(`the shim said: ${exitCode} ${stdout}`);
}
