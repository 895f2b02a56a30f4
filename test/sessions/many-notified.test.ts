/** The notices of one workspace that wait at the relay, where more sessions never ask again than it keeps notices of. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { Broadcaster, Sink } from '../../relay/feed/broadcaster.ts';
import { TeamNotifier } from '../../relay/sessions/team-notifier.ts';

const kept = 10_000;

test('ANS-4: the notices of sessions that ended long ago make room for new ones', async () => {
  let sink: Sink | undefined;
  const follow: Broadcaster['follow'] = (_workspaceId, _seq, given) => {
    sink = given;
    return () => undefined;
  };
  const notifier = new TeamNotifier({
    broadcaster: { follow } as Broadcaster,
    newestSeq: () => Promise.resolve(0),
    active: () => Promise.resolve([]),
    onError: (error) => assert.unreachable(String(error)),
  });
  notifier.start('ws_1');
  await nextTurn();
  sink?.send([waitEnded('ses_first'), waitEnded('ses_second')]);
  sink?.send(Array.from({ length: kept - 2 }, (_, at) => waitEnded(`ses_${at}`)));
  sink?.send([waitEnded('ses_first', 'src/b.ts'), waitEnded('ses_new')]);
  await nextTurn();
  assert.match(notifier.take('ws_1', 'ses_new') ?? '', 'src/a.ts');
  assert.match(notifier.take('ws_1', 'ses_first') ?? '', /src\/a\.ts.*\n.*src\/b\.ts/);
  assert.is(notifier.take('ws_1', 'ses_second'), undefined, 'told longest ago');
  await notifier.close();
});

function waitEnded(session_id: string, file = 'src/a.ts'): LogEvent {
  const wait = { wait_id: 'wai_1', session_id, user: 'Ada', file, symbols: [], wish: 'tell' };
  return { type: 'wait_ended', seq: 1, at: '', status: 'told', ...wait } as LogEvent;
}

test.run();
