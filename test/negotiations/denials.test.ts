/** RSV-9: what a denial says to a session that already negotiates about what it wants. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type TestDaemon, withDaemon } from '../daemon/support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('denials while one negotiates');
let daemon: TestDaemon;
withDaemon(test, (started) => (daemon = started));

const held = 'src/auth.ts#logout';

async function denial(conversation: string): Promise<string> {
  const asked = { file_path: 'src/auth.ts', symbol_ids: [held] };
  return String((await daemon.hook('preToolUse', conversation, asked))['message']);
}

test('RSV-9 the open negotiation is named in place of the offer to open one, to who opened it', async () => {
  await daemon.edits('holder', 'src/auth.ts', ['gone: false', 'gone: true']);
  await daemon.untilHeld(held);
  const { session_id } = await daemon.hook('sessionStart', 'asker');
  await daemon.hook('sessionStart', 'another');
  assert.match(await denial('asker'), ', or open a negotiation: negotiate_open with');
  const of = `/workspaces/${daemon.workspaceId}/negotiations`;
  const asking = { session_id, file: 'src/auth.ts', symbol_ids: [held], rationale: 'I need it' };
  const { body: made } = await daemon.send('POST', of, asking);
  const named = `You already negotiate about it: ${made['id']} (until ${made['deadline_at']}). Or wait for it: coord wait`;
  const said = await eventually('the negotiation to be known', async () => {
    const message = await denial('asker');
    return message.includes('already') ? message : undefined;
  });
  assert.match(said, named);
  assert.not.match(said, 'negotiate_open');
  assert.match(await denial('another'), 'negotiate_open');
  const answer = { action: 'hold', note: 'not yet' };
  await daemon.send('POST', `${of}/${made['id']}/respond`, {
    ...answer,
    from_session: made['counterparty_session'],
  });
  await eventually('its end to be known', async () =>
    (await denial('asker')).includes('negotiate_open') ? true : undefined,
  );
});

test.run();
