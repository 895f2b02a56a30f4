/** Whatever a message holds, no client's hook gives its agent anything that is not seen. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { adapterOf } from '../../daemon/local-api/routes/hook-routes.ts';
import { clientNames } from '../../shared/clients/registry.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { hostileText, stringsIn, unseenIn } from '../support/hostile-text.ts';

const said = `one ${hostileText} two\nthree`;

const answers: readonly (readonly [effect: string, answer: HookAnswer])[] = [
  ['check', { permission: 'deny', message: said, session_id: 'sess_a' } as HookAnswer],
  ['check', { permission: 'allow', message: said } as HookAnswer],
  ['start', { session_id: 'sess_a', additional_context: said }],
  [
    'acquire',
    { ok: true, session_id: '', reserved: [], conflicts: [], message: said } as HookAnswer,
  ],
];

for (const name of clientNames) {
  test(`TXT-4 ${name}: every answer of the hook is seen whole`, () => {
    const adapter = adapterOf(name);
    assert.ok(adapter);
    let texts = 0;
    for (const [effect, answer] of answers) {
      const call = { effect, event: 'PreToolUse', agentType: name, canNotify: true } as HookCall;
      const written = adapter.write(call, answer);
      const shown = written.startsWith('{') ? stringsIn(JSON.parse(written)) : [written];
      for (const text of shown) assert.equal(unseenIn(text), [], JSON.stringify(text));
      if (shown.some((text) => text.includes('three'))) texts += 1;
    }
    assert.ok(texts > 0, 'no message reached the agent');
  });
}

test.run();
