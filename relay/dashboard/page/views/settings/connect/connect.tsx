import type { ComponentChildren } from 'preact';
import { Check } from 'lucide-preact';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isAtDaemon, servicePath } from '../../../client/service.ts';
import { Command } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { Ago } from '../../../kit/time.tsx';
import { SettingsPage } from '../frame/settings-page.tsx';
import { clientGuides, guideOf, type ClientGuide } from './clients.ts';
import './connect.css';

/** DSH-79: how the next agent comes in, client by client. */
export function Connect() {
  const address = useAddress();
  const { live } = usePlace();
  const guide = guideOf(address.query.get('client'));
  const agents = [...live.team.value.agents.values()];
  const atWork = (name: string) => agents.filter(({ client }) => client === name).length;
  return (
    <SettingsPage path="connect" isReady={live.loaded.value > 0}>
      <div class="connect">
        <nav class="connect-clients" aria-label="Clients">
          {clientGuides.map(({ name, title }) => (
            <Link
              key={name}
              to={withQuery(address, { client: name })}
              aria-current={name === guide.name ? 'true' : undefined}
            >
              <span>{title}</span>
              {atWork(name) > 0 && (
                <span class="faint numbers" title={`${atWork(name)} at work in this workspace`}>
                  {atWork(name)}
                </span>
              )}
            </Link>
          ))}
        </nav>
        <Steps key={guide.name} guide={guide} />
      </div>
    </SettingsPage>
  );
}

function Steps({ guide }: { readonly guide: ClientGuide }) {
  const { workspace } = usePlace();
  const { title, name, start, asks } = guide;
  return (
    <section class="connect-steps" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect {title}</h2>
      <ol>
        {!isAtDaemon && (
          <Step title="Sign in, in your clone of the repository">
            <Command text={`coord login --relay ${location.origin}${servicePath}`} />
            <Command text={`coord workspace use ${workspace.value.slug}`} />
            <p class="quiet">Once for each clone. It asks for your API key.</p>
          </Step>
        )}
        <Step title={isAtDaemon ? 'Your daemon runs: this page comes from it' : 'Run the daemon'}>
          {!isAtDaemon && <Command text="coord daemon" />}
          <p class="quiet">It answers the hooks of your agents. Leave it running.</p>
        </Step>
        <Step title={`Set up ${title}`}>
          <Command text={`coord init --client ${name}`} />
          <p class="quiet">
            Shows every line that it writes. Commit the files: then whoever pulls has them too.
          </p>
        </Step>
        <Step title="Start it in the clone, and give it a task">
          <Command text={start} />
          {asks !== undefined && <p class="quiet">{asks}</p>}
        </Step>
        <FirstSign guide={guide} />
      </ol>
      <p class="quiet connect-foot">
        Something is missing? <code>coord doctor</code> says what. Another client that speaks MCP
        starts <code>coord mcp</code>.
      </p>
    </section>
  );
}

interface StepProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Step({ title, children }: StepProps) {
  return (
    <li class="connect-step">
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** The last step: it waits for a session of this client that is the person's own, and ticks when one begins. */
function FirstSign({ guide: { name, title } }: { readonly guide: ClientGuide }) {
  const { live, me, href } = usePlace();
  const own = [...live.team.value.agents.values()].filter(
    ({ client, userId }) => client === name && userId === me.id,
  );
  const newest = own.toSorted((a, b) => b.startedAt - a.startedAt)[0];
  return (
    <li class="connect-step" data-done={newest !== undefined || undefined} aria-live="polite">
      <span class="connect-mark" aria-hidden="true">
        {newest !== undefined && <Check size={13} />}
      </span>
      {newest === undefined ? (
        <div>
          <h3>Waiting for its first sign…</h3>
          <p class="quiet">
            This ticks by itself as soon as {title} has started, or you have sent it a first prompt.
          </p>
        </div>
      ) : (
        <div>
          <h3>Your {title} is here</h3>
          <p class="quiet">
            <Link to={`${href('now')}?agent=${encodeURIComponent(newest.id)}`}>
              {asData(newest.task) || 'No task said yet'}
            </Link>
            , last sign <Ago at={newest.lastSignAt} />
            {own.length > 1 && `, and ${own.length - 1} more of yours`}
          </p>
        </div>
      )}
    </li>
  );
}
