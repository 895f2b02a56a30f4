import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agentAnswersKept, type AgentAnswer } from '../../shared/dashboard/agent-answers.ts';
import { idOf, withAnswer, type Answered } from '../../relay/dashboard/page/views/agents/kept.ts';

const answer = (seq: number): AgentAnswer => ({
  seq,
  at: '2026-01-05T09:00:00.000Z',
  event: 'PreToolUse',
  answer: 'allow',
  text: '',
  took_ms: 1,
});
const agent = (conversation_id: string, agent_id?: string) => ({
  conversation_id,
  agent_type: 'codex',
  task: '',
  ...(agent_id !== undefined && { agent_id }),
});

test('LOC-9 who is answered comes first, a subagent by itself, and no more are kept than at the daemon', () => {
  let agents: readonly Answered[] = [];
  for (const [seq, name] of ['a', 'b', 'a'].entries())
    agents = withAnswer(agents, { agent: agent(name), answer: answer(seq) });
  agents = withAnswer(agents, { agent: agent('a', 'helper'), answer: answer(3) });
  assert.equal(agents.map(idOf), ['a helper', 'a', 'b']);
  assert.equal(
    agents[1]?.answers.map(({ seq }) => seq),
    [0, 2],
  );
  for (let at = 0; at < 100; at++)
    agents = withAnswer(agents, { agent: agent(`c${at % 40}`), answer: answer(at) });
  assert.is(agents.length, agentAnswersKept.agents);
  for (let at = 0; at < 100; at++)
    agents = withAnswer(agents, { agent: agent('a'), answer: answer(at) });
  assert.is(agents[0]?.answers.length, agentAnswersKept.answersOfEach);
});

test.run();
