import { Check, CircleDashed } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import { shownUser } from '../../../../../shared/kernel/display.ts';
import { isAtDaemon, servicePath } from '../../client/service.ts';
import { Command } from '../../kit/code.tsx';
import { usePlace } from '../../place/place.ts';
import type { Counts } from '../../state/live.ts';
import './now.css';

/** Whether something was ever reserved here: from then on there is something to show. */
export function isStarted({ first_steps: steps }: Counts, log: readonly LogEvent[]): boolean {
  return steps.reservation || log.some(({ type }) => type === 'file_reserved');
}

/** What to do in a workspace in which nothing has happened yet. Each step is ticked as it happens. */
export function Guide() {
  const { live, workspace } = usePlace();
  const log = live.log.value;
  const steps = live.counts.value?.first_steps;
  const started = log.find((event) => event.type === 'session_started');
  const hasDaemon = steps?.daemon === true || log.some(({ type }) => type === 'graph_changed');
  const hasHook = steps?.hook === true || started !== undefined;
  return (
    <div class="guide">
      <h2>Three steps to a team that does not overwrite itself</h2>
      <p class="quiet">
        This page shows who works where as soon as the first agent writes. It watches, and ticks
        each step off by itself.
      </p>
      <ol aria-live="polite">
        <Step title="Run a daemon in your clone" isDone={hasDaemon} done="A daemon is connected.">
          {!isAtDaemon && <Command text={`coord login --relay ${location.origin}${servicePath}`} />}
          {!isAtDaemon && <Command text={`coord workspace use ${workspace.value.slug}`} />}
          <Command text="coord daemon" />
        </Step>
        <Step
          title="Connect your agents"
          isDone={hasHook}
          done={
            started === undefined
              ? 'An agent is here.'
              : `${shownUser(started.user)} has an agent here.`
          }
        >
          <p class="quiet">
            Writes the hooks of the clients that it finds, and shows every change. Then start an
            agent in the clone.
          </p>
          <Command text="coord init" />
        </Step>
        <Step title="Let an agent change a file" isDone={false} done="">
          <p class="quiet">
            What it writes is reserved for ten minutes, and every other agent is kept from it. On
            the command line:
          </p>
          <Command text="coord status" />
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  /** What is said when it is done. */
  readonly done: string;
  readonly children: ComponentChildren;
}

function Step({ title, isDone, done, children }: StepProps) {
  return (
    <li class="guide-step" data-done={isDone || undefined}>
      {isDone ? (
        <Check size={18} aria-label="Done" />
      ) : (
        <CircleDashed size={18} aria-label="Not yet" />
      )}
      <div>
        <h3>{title}</h3>
        {isDone ? <p class="quiet">{done}</p> : children}
      </div>
    </li>
  );
}
