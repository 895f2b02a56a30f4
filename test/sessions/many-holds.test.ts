/** SES-3: the end of a session that holds very much. */
import { performance } from 'node:perf_hooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { releasedEvents } from '../../relay/reservations/grant.ts';
import { endSession } from '../../relay/sessions/end-session.ts';
import type { CommandContext, SessionCommand } from '../../relay/sessions/command.ts';

const files = 20_000;
const symbols = 5;

test('SES-3 a session with 100,000 reservations is ended in time that grows with their number', () => {
  const whose = { user_name: 'Ada', agent_type: 'codex' };
  const session = { id: 'sess_a', workspace_id: 'w', agent_id: '', state: 'active', ...whose };
  const held = Array.from({ length: files * symbols }, (_, at) => ({
    sessionId: session.id,
    filePath: `src/f${Math.floor(at / symbols)}.ts`,
    symbol: `s${at % symbols}`,
  }));
  const events: { type: string }[] = [];
  const context = {
    sessions: { find: () => session, withSubagents: () => [session], put: () => undefined },
    reservations: { reservationsOfSession: () => held, remove: () => undefined },
    transaction: {
      nowMs: 0,
      log: { append: (_: string, event: { type: string }) => events.push(event) },
    },
    freedWorkspaces: new Set(),
    endingInSlices: new Set(),
  } as unknown as CommandContext;
  const command = { workspaceId: 'w', call: { caller: { userId: 'u' } } } as SessionCommand;
  const startMs = performance.now();
  const answer = endSession(context, command);
  assert.ok(performance.now() - startMs < 5_000);
  assert.ok('released' in answer);
  assert.is(answer.released?.length, files);
  const holder = { sessionId: session.id, userName: 'Ada', agentType: 'codex' };
  const about = { holder, reason: 'session_ended' as const };
  assert.equal(events[0], releasedEvents('src/f0.ts', ['s0', 's1', 's2', 's3', 's4'], about)[0]);
  assert.is(events.length, files + 1);
});

test.run();
