import { duration } from '../../../shared/kernel/clock.ts';
import { asData } from '../../../shared/kernel/display.ts';
import {
  agentsWithReservations,
  reservationLabel,
  type Agent,
} from '../../../shared/status/agents.ts';
import type { Team } from './team.ts';

/** Who works on what, with their reservations and the time left. */
export function Agents(team: Pick<Team, 'sessions' | 'reservations' | 'now'>) {
  const agents = agentsWithReservations(team);
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">Agents at work</h2>
      {agents.length === 0 && <p>Nobody is active.</p>}
      {agents.map((agent) => (
        <OneAgent key={agent.id} agent={agent} now={team.now} />
      ))}
    </section>
  );
}

function OneAgent({ agent, now }: { agent: Agent; now: number }) {
  const { session, user, agentType, task, reservations } = agent;
  const seen =
    session === undefined
      ? 'session ended, reservation still active'
      : `seen ${duration(now - Date.parse(session.last_heartbeat))} ago`;
  return (
    <article>
      <h3>
        {asData(user)} <span class="quiet">{asData(agentType)}</span>
      </h3>
      <p class="quiet">
        {seen}
        {session !== undefined && session.branch !== '' && ` · ${asData(session.branch)}`}
      </p>
      <p>{task === '' ? 'no task given' : asData(task)}</p>
      <ul>
        {reservations.map((reservation) => (
          <li key={`${reservation.file_path} ${reservation.symbol_ids.join(' ')}`}>
            <code>{reservationLabel(reservation)}</code>{' '}
            <span class="quiet">{duration(Date.parse(reservation.expires_at) - now)} left</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
