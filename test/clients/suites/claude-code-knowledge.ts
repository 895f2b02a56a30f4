import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installCoord } from '../coord-command.ts';
import { startTeam } from '../coord-team.ts';
import { anthropicMessages } from '../models/anthropic.ts';
import { edit, read } from '../observer/bench.ts';
import { runClaudeCode } from '../run-claude-code.ts';
import { startScriptedModel } from '../scripted-model.ts';
import { builtCoord } from '../../support/built-coord.ts';

const binary = process.argv[2] ?? '';
const task = 'Write down how login works.';
/** Of another session: who decides may carry it out without making it stale (DEC-10). */
const laterTask = 'Change how login works.';

const test = suite('Claude Code: what the team knows');

test('CNV-1, DEC-1, DEC-2: a must convention denies, a decision is recorded, and a later edit makes it stale', async () => {
  const coord = await installCoord(process.env.COORD_COMMAND ?? builtCoord, process.env.PATH ?? '');
  const team = await startTeam(coord, 'claude-code');
  const model = await startScriptedModel(anthropicMessages);
  const { clone, env } = team.ada;
  model.script({
    marker: task,
    turns: [
      [
        {
          use: 'mcp__coord__convention_propose',
          input: { title: 'Generated code is frozen', tier: 'must', affected_files: 'gen/**' },
        },
      ],
      [{ use: 'Write', input: { file_path: `${clone.folder}/gen/api.ts`, content: 'Changed.\n' } }],
      [
        {
          use: 'mcp__coord__decide',
          input: {
            title: 'Nobody is remembered',
            rationale: 'login sets no cookie',
            files: 'src/auth.ts',
            decision_type: 'approach',
          },
        },
      ],
    ],
  });
  model.script({
    marker: laterTask,
    turns: [[read(clone, 'src/auth.ts')], [edit(clone, 'remembered: false', 'remembered: true')]],
  });
  const fixed = { binary, modelUrl: model.url, path: coord.path };
  const args = ['--mcp-config', `${clone.folder}/.mcp.json`, '--allowedTools', 'mcp__coord'];
  await runClaudeCode({ ...fixed, folder: clone.folder, env, args, prompt: task });
  await runClaudeCode({ ...fixed, folder: clone.folder, env, args, prompt: laterTask });
  const results = model.toolResults(task);
  const [, edited] = model.toolResults(laterTask);
  const received = model.received(laterTask).join('\n');
  await Promise.all([team.stop(), model.close(), coord.remove()]);

  const [proposed, denied, decided] = results;
  assert.not(proposed?.isError, proposed?.text);
  assert.ok(denied?.isError, denied?.text);
  assert.match(denied?.text ?? '', 'Generated code is frozen');
  assert.not(decided?.isError, decided?.text);
  assert.match(decided?.text ?? '', 'dec_');
  assert.not(edited?.isError, edited?.text);
  assert.match(received, 'The decision “Nobody is remembered”');
});

test.run();
