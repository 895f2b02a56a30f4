/** MCP-5: whose call of a tool it is. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientKind, clientNames } from '../../shared/clients/registry.ts';
import { clientExamples } from '../support/client-examples.ts';
import { whoseCall, type CallClaims } from '../../shared/sessions/whose-call.ts';

const test = suite('whose call of a tool it is');
const conversation = (conversationId: string, agentId = '') => ({ conversationId, agentId });

/** Every claim at once, the strongest first. */
const claims: Required<CallClaims> = {
  announced: conversation('hooked', 'sub'),
  named: 'sess_named',
  started: 'started',
  bound: conversation('bound'),
  candidates: [conversation('only')],
  own: 'mcp-own',
};

test('MCP-5 each claim counts where no stronger one is there', () => {
  const found: unknown[] = [];
  let left: CallClaims = claims;
  for (const strongest of [
    'announced',
    'named',
    'started',
    'bound',
    'candidates',
    'own',
  ] as const) {
    found.push(whoseCall(left));
    left = { ...left, [strongest]: undefined };
  }
  assert.equal(found, [
    { by: 'announced', conversation: conversation('hooked', 'sub') },
    { by: 'named', named: 'sess_named' },
    { by: 'started', conversation: conversation('started') },
    { by: 'bound', conversation: conversation('bound') },
    { by: 'candidate', conversation: conversation('only') },
    { by: 'own', conversation: conversation('mcp-own') },
  ]);
});

test('MCP-5 of several sessions none is taken', () => {
  const candidates = [conversation('one'), conversation('two')];
  const own = { by: 'own', conversation: conversation('mcp-own') };
  assert.equal(whoseCall({ candidates, own: 'mcp-own' }), own);
  assert.equal(whoseCall({ candidates: [], own: 'mcp-own' }), own);
});

test('MCP-5 the names that clients give themselves belong to their hooks', () => {
  for (const { name, mcp_names: names } of clientExamples)
    for (const own of names) assert.is(clientKind(own), name, own);
  for (const name of [undefined, '', 'mcp', 'claude-desktop', 'toString'])
    assert.is(clientKind(name), undefined, name);
  for (const name of clientNames)
    assert.is(clientKind(name), name === 'copilot' ? 'vscode' : name, 'each adapter has a kind');
});

test.run();
