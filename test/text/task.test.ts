/** TXT-6: the task of a hook, from a client and over the interface. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { adapterOf } from '../../daemon/local-api/routes/hook-routes.ts';
import { hookBody } from '../../shared/sessions/contract.ts';
import { taskIn } from '../../shared/sessions/rules.ts';
import { hostileCharacters, unseenIn } from '../support/hostile-text.ts';

function promptedTask(prompt: string): string | undefined {
  const payload = { hook_event_name: 'UserPromptSubmit', session_id: 'c', prompt };
  return adapterOf('claude-code')?.read(payload)?.task;
}

function sentTask(task: string): string | undefined {
  const event = 'beforeSubmitPrompt';
  return hookBody.parse({ event, workspace_slug: 'team', conversation_id: 'c', task }).task;
}

for (const [name, char] of Object.entries(hostileCharacters)) {
  test(`TXT-6 ${name} is not kept of a task`, () => {
    for (const task of [promptedTask, sentTask].map((read) => read(`one${char} two`))) {
      assert.match(task ?? '', /^one\s+two$/);
      assert.equal(unseenIn(task ?? ''), []);
    }
  });
}

test('TXT-6 lines and letters of a task stay, and a prompt that shows nothing sets none', () => {
  const task = 'Füge 👩‍💻 hinzu:\n\tzwei';
  assert.equal([promptedTask(task), sentTask(task)], [task, task]);
  assert.is(promptedTask('\u001b[31m\u202e'), undefined);
});

test('SES-8 a hook body may have its task in `prompt`, where it names work', () => {
  const taskOf = (fields: object) =>
    taskIn(
      hookBody.parse({
        event: 'beforeSubmitPrompt',
        workspace_slug: 'team',
        conversation_id: 'c',
        ...fields,
      }),
    );
  assert.is(taskOf({ prompt: ' Add a login \n' }), 'Add a login');
  assert.is(taskOf({ prompt: 'Add a login', task: 'Login' }), 'Login');
  for (const prompt of ['yes, go on', '', 'x'.repeat(200_000), 7])
    assert.is(taskOf({ prompt }), undefined);
  assert.is(taskOf({ task: 'Go' }), 'Go');
});

test.run();
