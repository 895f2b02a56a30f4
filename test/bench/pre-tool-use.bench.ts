import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './support/bench.ts';
import { startHttpEcho } from './support/echo.ts';
import { requireStatuses, runLoad } from './support/load.ts';
import type { LoadResult, Target } from './support/load.ts';
import { compareEach } from './support/report.ts';
import type { Figure } from './support/report.ts';
import { makeRepository } from './support/repository.ts';
import {
  callJson,
  reserveFiles,
  hookBody,
  hookRequest,
  requestWith,
  startDaemon,
  startTeam,
  targetOf,
  untilStatus,
  type Team,
  type TeamDaemon,
} from './support/team.ts';

const held = 10_000;
const conventions = 200;
const freeFile = 'src/free.ts';

/** How long a write waits for its permission, with 10,000 live reservations of others and 200 conventions in the workspace. */
export const bench: Bench = {
  name: 'pre-tool-use',
  run: async (context) => {
    const { rounds, durationMs, directory, defer } = context;
    const echo = await startHttpEcho();
    defer(echo.close);
    const team = await startTeam(context);
    await reserveFiles(
      team,
      Array.from({ length: held }, (_, index) => `src/held/file-${index}.ts`),
    );
    const root = await makeRepository(join(directory, 'shop'), { [freeFile]: 'export {};\n' });
    const daemon = await startDaemon(context, team, { root, home: join(directory, 'home') });
    await untilStatus(daemon, ({ reservations }) => reservations.length >= held);
    await makeRules(team, daemon);

    const latency = (target: Target, request: Buffer) => async (): Promise<LoadResult> =>
      requireStatuses(
        await runLoad({ target, connections: 1, requests: [request], durationMs }),
        [200, 204],
      );
    const compareWith = (name: string, request: Buffer): Promise<Figure[]> =>
      compareEach(
        {
          measured: latency(targetOf(daemon), request),
          bare: latency(echo.target, request),
        },
        {
          rounds,
          figures: [
            { name: `${name}, p50`, of: 'p50Us', unit: 'us', better: 'less', limit: 1.4 },
            { name: `${name}, p99`, of: 'p99Us', unit: 'us', better: 'less', limit: 2 },
          ],
        },
      );

    const body = hookBody(team, {
      event: 'preToolUse',
      conversation_id: 'writer',
      file_path: freeFile,
      tool_name: 'Edit',
    });
    const ideBody = claudeBody(root);
    return [
      ...(await compareWith('preToolUse, token', hookRequest(daemon.token, body))),
      ...(await compareWith('preToolUse, API key', hookRequest(team.key, body))),
      ...(await compareWith(
        "preToolUse, client's own JSON",
        requestWith(daemon.token, { method: 'POST', path: '/hooks/claude-code', body: ideBody }),
      )),
    ];
  },
};

function claudeBody(root: string): Record<string, unknown> {
  return {
    session_id: 'writer',
    transcript_path: join(root, 'transcript.jsonl'),
    cwd: root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_use_id: 'toolu_1',
    tool_input: {
      file_path: join(root, freeFile),
      old_string: 'export {};',
      new_string: 'export const a = 1;',
    },
  };
}

/** `must` conventions for other files; resolves when the daemon denies by the last one. */
async function makeRules(team: Team, daemon: TeamDaemon): Promise<void> {
  const path = `/workspaces/${team.workspaceId}/conventions`;
  for (let index = 0; index < conventions; index += 1) {
    const body = { title: `Rule ${index}`, tier: 'must', affected_files: [`gen-${index}/**/*.ts`] };
    await callJson(team.relay.url, { method: 'POST', path, key: team.key, body });
  }
  const asked = hookBody(team, {
    event: 'preToolUse',
    conversation_id: 'rules',
    file_path: `gen-${conventions - 1}/api.ts`,
  });
  const hook = {
    method: 'POST',
    path: '/workspaces/sessions/hook',
    key: daemon.token,
    body: asked,
  };
  while ((await callJson(daemon.url, hook))['permission'] !== 'deny') await delay(20);
}
