import type { DemoAgent, EditOutcome } from './agent.ts';

/** Where the story is told, step by step. */
export interface Narrator {
  /** A new step with its title. */
  step(title: string): void;
  /** What happens, in one line. */
  say(line: string): void;
  /** Words that coord itself said to an agent or a person. */
  quote(text: string): void;
}

export interface Cast {
  readonly ann: DemoAgent;
  readonly bob: DemoAgent;
}

type Scene = (cast: Cast, narrator: Narrator) => Promise<void>;

/** The scenes in their order; each one needs what the ones before it left. */
export const scenes: readonly Scene[] = [
  allowedEdit,
  deniedEdit,
  otherSymbolAndStaleDecision,
  negotiation,
  testGate,
];

const file = 'src/auth.js';
const signIn = 'return { name, ok: password.length >= 8 };';

async function allowedEdit({ ann }: Cast, { step, say }: Narrator): Promise<void> {
  step('An edit is allowed');
  await ann.prompt('Trim names at sign-in');
  say(`Ann's agent will change login in ${file}. Its hook asks the daemon.`);
  const outcome = await ann.edit({
    file,
    oldText: signIn,
    newText: 'return { name: name.trim(), ok: password.length >= 8 };',
  });
  mustBeWritten(outcome);
  say('Allowed and written. Her agent now holds login for ten minutes.');
  await ann.tool('decide', {
    title: 'logout adds no timestamps to a session',
    rationale: 'clients compare sessions field by field',
    files: file,
    decision_type: 'architecture',
  });
  say('It also records a decision: logout adds no timestamps to a session.');
}

async function deniedEdit({ bob }: Cast, { step, say, quote }: Narrator): Promise<void> {
  step('The same symbol is denied, before it is written');
  await bob.prompt('Ask for longer passwords');
  say("Bob's agent, in another clone, wants to change login too. Its hook answers:");
  const outcome = await bob.edit(longerPasswords);
  if (outcome.kind !== 'denied') throw new Error('the edit was not denied');
  quote(outcome.reason);
}

async function otherSymbolAndStaleDecision({ bob }: Cast, narrator: Narrator): Promise<void> {
  const { step, say, quote } = narrator;
  step('Another symbol of the same file is free');
  const outcome = await bob.edit({
    file,
    oldText: 'return { ...session, ok: false };',
    newText: 'return { ...session, ok: false, endedAt: Date.now() };',
  });
  const told = mustBeWritten(outcome);
  say(`Bob's agent lets logout add endedAt to the session instead: allowed.`);
  step('A decision becomes stale');
  say("That is against Ann's decision, so the same hook answer says:");
  quote(told === '' ? await nextNotification(bob) : told);
}

async function negotiation({ ann, bob }: Cast, narrator: Narrator): Promise<void> {
  const { step, say, quote } = narrator;
  step('The two agents negotiate');
  const opened = await bob.tool('negotiate_open', {
    file,
    symbol_names: ['login'],
    rationale: 'My task is one line in login; yours can follow it',
  });
  say("Bob's agent calls negotiate_open. Ann's agent hears of it in its next hook:");
  quote(await ann.prompt('Go on'));
  await ann.tool('negotiate_respond', {
    negotiation_id: opened['id'],
    action: 'yield',
    note: 'Go ahead',
  });
  say('It answers yield: login passes over at once, and Bob is told:');
  quote(await nextNotification(bob));
  mustBeWritten(await bob.edit(longerPasswords));
  say("Now Bob's agent makes its edit of login: allowed.");
}

async function testGate({ bob }: Cast, { step, say, quote }: Narrator): Promise<void> {
  step('A commit passes the test gate');
  await mustRun(bob.coord('workstream', 'start', 'Longer passwords'));
  await mustRun(bob.git('switch', '-q', 'coord/longer-passwords'));
  await mustRun(bob.git('commit', '-q', '-a', '-m', 'Passwords have at least twelve characters'));
  say('Bob commits on a workstream; the daemon tests a clean checkout of it:');
  const command = ['gate', 'run', '--record', '--', 'node', '--test'];
  const { stdout } = await mustRun(bob.coord(...command));
  quote(stdout.trimEnd());
  say('The commit is recorded; coord watch brings it to the clones of the others.');
}

const longerPasswords = { file, oldText: '>= 8 }', newText: '>= 12 }' };

/** What waits for the agent, told with its next hook that can tell it; empty when nothing came in time. */
async function nextNotification(agent: DemoAgent): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = await agent.prompt('Go on');
    if (text !== '') return text;
  }
  return '';
}

/** What the hooks told the agent on the way. */
function mustBeWritten(outcome: EditOutcome): string {
  if (outcome.kind === 'denied') throw new Error(`an edit was denied: ${outcome.reason}`);
  return outcome.told;
}

async function mustRun<T extends { exitCode: number; stderr: string }>(
  running: Promise<T>,
): Promise<T> {
  const finished = await running;
  if (finished.exitCode !== 0) throw new Error(finished.stderr.trim());
  return finished;
}
