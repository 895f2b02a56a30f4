import { asData, shownUser } from '../../../../shared/kernel/display.ts';
import { hueOf } from './hues.ts';
import './who.css';

interface WhoProps {
  readonly name: string;
  /** What the agent runs in; left out for a person. */
  readonly client?: string;
  /** What the colour goes by: the session of an agent; the name where it is left out. */
  readonly id?: string;
}

/** A person, or one of their agents, with the colour that they have everywhere. */
export function Who({ name, client, id = name }: WhoProps) {
  return (
    <span class="who" data-hue={hueOf(id)}>
      <span class="who-mark" aria-hidden="true" />
      <span class="cut">{shownUser(name)}</span>
      {client !== undefined && <span class="who-client cut">{asData(client)}</span>}
    </span>
  );
}
