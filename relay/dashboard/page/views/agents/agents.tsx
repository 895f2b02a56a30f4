import { useEffect, useMemo } from 'preact/hooks';
import { asData, asText } from '../../../../../shared/kernel/display.ts';
import {
  type AgentAnswer,
  type AnswerKind,
  agentAnswersPath,
  agentAnswersStreamPath,
  type AgentAnswers,
  type NewAgentAnswer,
} from '../../../../../shared/dashboard/agent-answers.ts';
import { Badge } from '../../kit/button.tsx';
import { Name, Command } from '../../kit/code.tsx';
import { Empty, Page } from '../../kit/page.tsx';
import { Pick } from '../../kit/forms/field.tsx';
import { hueOf } from '../../kit/hues.ts';
import { Link } from '../../kit/link.tsx';
import { Rows } from '../../kit/lists/rows.tsx';
import { Ago } from '../../kit/time.tsx';
import { WhoMark } from '../../kit/who.tsx';
import { useAddress } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { idOf, type Answered, withAnswer } from './kept.ts';
import { signal, type ReadonlySignal } from '@preact/signals';
import { readEventStream } from '../../../../../shared/feed/event-stream.ts';
import { servicePath } from '../../client/service.ts';
import { untilShown, whileShown } from '../../state/shown.ts';
import { keyNow } from '../../client/sign-in.ts';
import { piecesOf } from '../../client/connect.ts';
import './agents.css';

const kinds = [
  { value: '', label: 'Everything' },
  { value: 'told', label: 'What they were told' },
  { value: 'deny', label: 'Denials' },
] as const;

/** LOC-9: what coord says to the agents of this developer, in the very words. At a daemon only. */
export default function MyAgents() {
  const { query, setQuery } = useAddress();
  const feed = useMemo(() => new AnswersFeed(), []);
  useEffect(() => () => feed.stop(), [feed]);
  const agents = feed.agents.value;
  const kind = kinds.find(({ value }) => value === query.get('show'))?.value ?? '';
  const chosen = agents?.find((agent) => idOf(agent) === query.get('agent')) ?? agents?.[0];
  return (
    <Page
      title="My agents"
      isReady={agents !== undefined}
      isFull
      actions={
        <Pick
          label="Which answers"
          value={kind}
          options={kinds}
          onPick={(show) => setQuery({ show })}
        />
      }
    >
      {chosen === undefined ? (
        agents !== undefined && <NobodyYet />
      ) : (
        <div class="my-agents">
          <Conversations agents={agents ?? []} chosen={chosen} />
          <Answers agent={chosen} kind={kind} />
        </div>
      )}
    </Page>
  );
}

function NobodyYet() {
  return (
    <Empty title="No agent of yours has asked yet">
      <p>
        Every answer to a hook or a tool call of your agents appears here, in the words that the
        agent gets. Set up your clients, and start one of them in the repository:
      </p>
      <Command text="coord init" />
    </Empty>
  );
}

interface ConversationsProps {
  readonly agents: readonly Answered[];
  readonly chosen: Answered;
}

function Conversations({ agents, chosen }: ConversationsProps) {
  const { href, live } = usePlace();
  const { query } = useAddress();
  const { agents: here } = live.team.value;
  const isKnown = live.loaded.value > 0;
  const show = query.get('show') ?? '';
  return (
    <div class="my-agents-list">
      <Rows label="Conversations">
        {agents.map((agent) => {
          const id = idOf(agent);
          const isAway = isKnown && !here.has(agent.session_id ?? '');
          const search = new URLSearchParams({ agent: id, ...(show !== '' && { show }) });
          return (
            <li key={id}>
              <Link
                to={`${href('agents')}?${search}`}
                class="list-row my-agents-row"
                data-row
                data-hue={hueOf(agent.session_id ?? id)}
                aria-current={agent === chosen ? 'true' : undefined}
              >
                <WhoMark isAgent isAway={isAway} />
                <span class="cut">{asData(agent.task) || 'No task yet'}</span>
                <span class="faint">
                  <Ago at={agent.answers.at(-1)?.at ?? 0} />
                </span>
                <span class="my-agents-client faint cut">
                  {asData(agent.agent_type)}
                  {isAway && ' · has left'}
                  {agent.agent_id !== undefined && ` · subagent ${asData(agent.agent_id, 20)}`}
                </span>
              </Link>
            </li>
          );
        })}
      </Rows>
    </div>
  );
}

const words: Readonly<Record<AnswerKind, string>> = {
  allow: 'Allowed',
  deny: 'Denied',
  told: 'Told',
  quiet: 'Nothing said',
};
const tones = { allow: 'good', deny: 'bad', told: 'info', quiet: 'plain' } as const;

function Answers({ agent, kind }: { readonly agent: Answered; readonly kind: string }) {
  const shown = agent.answers.filter(({ answer, text }) =>
    kind === 'deny' ? answer === 'deny' : kind === '' || text !== '',
  );
  return (
    <section class="my-agents-answers" aria-label="Answers" tabIndex={0}>
      <h2 class="cut">{asData(agent.task) || 'No task yet'}</h2>
      {shown.length === 0 && <p class="quiet">Nothing of this kind yet.</p>}
      <ol aria-live="polite">
        {shown.toReversed().map((answer) => (
          <Answer key={answer.seq} {...answer} />
        ))}
      </ol>
    </section>
  );
}

function Answer({ at, event, file, answer, text, took_ms: took }: AgentAnswer) {
  return (
    <li class="my-agents-answer">
      <header>
        <Badge tone={tones[answer]}>{words[answer]}</Badge>
        <span>{asData(event)}</span>
        {file !== undefined && <Name text={file} />}
        <span class="faint numbers nowrap">
          {took < 10 ? took.toFixed(1) : Math.round(took)} ms · <Ago at={at} />
        </span>
      </header>
      {text !== '' && <pre>{asText(text)}</pre>}
    </li>
  );
}

const retryMs = 700;

/** What the daemon has answered to its user's agents, and goes on answering. */
export class AnswersFeed {
  private readonly agentsNow = signal<readonly Answered[] | undefined>(undefined);
  private readonly stopping = new AbortController();

  constructor() {
    void this.run();
  }

  /** Undefined until they were read for the first time. */
  get agents(): ReadonlySignal<readonly Answered[] | undefined> {
    return this.agentsNow;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** After a break everything is read again: the daemon may have been started anew. */
  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await untilShown(this.stopping.signal);
      const { signal: wanted, done } = whileShown(this.stopping.signal);
      await this.read(wanted).catch(() => undefined);
      done();
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  private async read(wanted: AbortSignal): Promise<void> {
    const list = await this.ask(agentAnswersPath, wanted);
    if (!list.ok) return;
    const { agents, newest } = (await list.json()) as AgentAnswers;
    this.agentsNow.value = agents;
    const { body } = await this.ask(`${agentAnswersStreamPath}?since=${newest}`, wanted);
    if (body === null) return;
    for await (const item of readEventStream(piecesOf(body)))
      if (item.kind === 'message')
        this.agentsNow.value = withAnswer(
          this.agentsNow.value ?? [],
          JSON.parse(item.data) as NewAgentAnswer,
        );
  }

  private ask(path: string, wanted: AbortSignal): Promise<Response> {
    const headers = { authorization: `Bearer ${keyNow()}` };
    return fetch(servicePath + path, { headers, signal: wanted });
  }
}
