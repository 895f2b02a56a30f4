import { runGate } from './seed/gate.ts';
import { newAgent, placeIn } from './seed/day.ts';
import { refresh } from './seed/presence.ts';
import { SigningMachine } from './seed/signing-machine.ts';
import type { Stage } from './stage.ts';
import { laterCommits, laterDecisions, laterPrompts } from './story/later.ts';
import type { DemoAgent } from './team/agent.ts';
import type { AgentName } from './team/plans.ts';

/** One small thing that happened. */
export interface Happening {
  readonly kind:
    'edit' | 'prompt' | 'denial' | 'release' | 'arrival' | 'sync' | 'decision' | 'commit';
  readonly agent: string;
  readonly about: string;
}

/** So many calls of one step only keep alive what is there. */
const refreshesPerStep = 40;
/** Those whom nobody waits for and who wait for nobody. */
const mayLeave = new Set<string>(['tax', 'feeds', 'facetPanel', 'labels']);

/** What goes on after the data was made: something small at every step, the same for the same seed. */
export class Life {
  private readonly machine = new SigningMachine('build-1');
  private readonly away: string[] = [];
  private decided = 0;
  private committed = 0;

  constructor(private readonly stage: Stage) {}

  async step(): Promise<Happening> {
    const { stage } = this;
    await refresh(stage, stage.agents.values(), refreshesPerStep);
    const [name, agent] = stage.random.pick(this.present());
    return this.happen(name, agent);
  }

  private happen(name: string, agent: DemoAgent): Promise<Happening> {
    const at = this.stage.random.next();
    if (at < 0.03) return this.leaveOrCome(name, agent);
    if (at < 0.1) return this.prompt(name, agent);
    if (at < 0.22) return this.deny(name, agent);
    if (at < 0.27) return this.sync(name, agent);
    if (at < 0.3) return this.decide(name, agent);
    if (at < 0.33) return this.commit(name, agent);
    return this.edit(name, agent);
  }

  private present(): [string, DemoAgent][] {
    return [...this.stage.agents].filter(([, agent]) => agent.isThere);
  }

  private async edit(name: string, agent: DemoAgent): Promise<Happening> {
    const place = placeIn(this.stage, agent.settings.plan);
    await agent.edit(place);
    return { kind: 'edit', agent: name, about: place.file };
  }

  private async prompt(name: string, agent: DemoAgent): Promise<Happening> {
    const task = this.stage.random.pick(laterPrompts);
    await agent.prompt(task);
    return { kind: 'prompt', agent: name, about: task };
  }

  /** Wants to write where somebody else works. */
  private async deny(name: string, agent: DemoAgent): Promise<Happening> {
    const places = this.present().flatMap(([, other]) =>
      other === agent ? [] : [...other.kept.values()],
    );
    if (places.length === 0) return this.edit(name, agent);
    const { place } = this.stage.random.pick(places);
    const kind = (await agent.check(place)) ? 'edit' : 'denial';
    return { kind, agent: name, about: place.file };
  }

  private async sync(name: string, agent: DemoAgent): Promise<Happening> {
    const { caller, plan } = agent.settings;
    const asked = { session_id: agent.sessionId, task: agent.task, files: [...plan.files] };
    await caller.call('sync', { id: this.stage.workspace.id, ...asked });
    return { kind: 'sync', agent: name, about: agent.task };
  }

  private async decide(name: string, agent: DemoAgent): Promise<Happening> {
    const told = laterDecisions[this.decided];
    if (told === undefined) return this.edit(name, agent);
    this.decided += 1;
    const { files, ...decision } = told;
    const session_id = agent.sessionId;
    const { id } = this.stage.workspace;
    const record = { id, session_id, ...decision, files: [...files] };
    await agent.settings.caller.call('decide', record);
    return { kind: 'decision', agent: name, about: told.title };
  }

  private async commit(name: string, agent: DemoAgent): Promise<Happening> {
    const { workstream, files } = agent.settings.plan;
    const [file] = files;
    if (workstream === undefined || file === undefined) return this.edit(name, agent);
    this.committed += 1;
    const words = laterCommits[this.committed % laterCommits.length] ?? '';
    const commit = `${words} (${this.committed})`;
    const run = { minute: 0, agent: name as AgentName, workstream, commit, files: [file] };
    await runGate(this.stage, run, this.machine);
    return { kind: 'commit', agent: name, about: commit };
  }

  /** Somebody's conversation ends, which releases what they hold; the next time they begin another one. */
  private async leaveOrCome(name: string, agent: DemoAgent): Promise<Happening> {
    const back = this.away.shift();
    if (back !== undefined) return this.come(back);
    if (!mayLeave.has(name)) return this.edit(name, agent);
    this.away.push(name);
    await agent.end();
    return { kind: 'release', agent: name, about: agent.task };
  }

  private async come(name: string): Promise<Happening> {
    const plan = this.stage.agents.get(name)?.settings.plan;
    if (plan === undefined) throw new Error(`there is no agent ${name}`);
    const agent = newAgent(this.stage, plan);
    this.stage.agents.set(name, agent);
    const task = this.stage.random.pick(laterPrompts);
    await agent.start(task);
    return { kind: 'arrival', agent: name, about: task };
  }
}
