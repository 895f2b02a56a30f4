import { asData, shownUser } from '../../../../shared/kernel/display.ts';
import { hueOf } from './hues.ts';
import './who.css';

interface WhoProps {
  readonly name: string;
  /** What the agent runs in; left out for a person. */
  readonly client?: string | undefined;
  /** What the colour goes by: the session of an agent; the name where it is empty or left out. */
  readonly id?: string | undefined;
}

interface WhoMarkProps {
  readonly isAgent?: boolean;
  /** Where what surrounds it has another colour or none. */
  readonly id?: string;
  /** No longer here, or not at work: only the outline. */
  readonly isAway?: boolean;
}

/** DSH-40: a disc is a person, a square one of their agents. */
export function WhoMark({ isAgent = false, id, isAway = false }: WhoMarkProps) {
  return (
    <span
      class="who-mark"
      data-agent={isAgent || undefined}
      data-hue={id === undefined ? undefined : hueOf(id)}
      data-away={isAway || undefined}
      aria-hidden="true"
    />
  );
}

/** A person, or one of their agents, with the colour that they have everywhere. */
export function Who({ name, client, ...of }: WhoProps) {
  const id = of.id || name;
  return (
    <span class="who" data-hue={hueOf(id)}>
      <WhoMark isAgent={client !== undefined || id !== name} />
      <span class="cut">{shownUser(name)}</span>
      {client !== undefined && <span class="who-client cut">{asData(client)}</span>}
    </span>
  );
}
