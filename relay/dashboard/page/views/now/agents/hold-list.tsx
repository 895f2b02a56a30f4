import { shownId } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Left } from '../../../kit/time.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { holdName } from '../../../state/names.ts';
import { folderOf } from '../map/tree.ts';
import { Wanted } from '../map/wanted.tsx';
import { contestsAbout } from '../model/contests.ts';
import type { NowState } from '../now-state.ts';

const mostShown = 40;

/** What an agent has reserved, with the time that is left. */
export function HoldList({ id, state }: { readonly id: string; readonly state: NowState }) {
  const address = useAddress();
  const holds = state.holdsByAgent.value.get(id) ?? [];
  return (
    <>
      <h3 class="panel-part">
        Holds <span class="faint numbers">{holds.length}</span>
      </h3>
      {holds.length === 0 && (
        <p class="panel-none">Nothing. What it writes is reserved for ten minutes.</p>
      )}
      <ul aria-label="What it holds">
        {holds.slice(0, mostShown).map((hold) => (
          <li key={hold.key} class="hold">
            <b class="cut">{holdName(hold.symbol)}</b>
            <Link
              to={withQuery(address, { in: folderOf(hold.file), part: 'map' })}
              title={shownId(hold.file)}
              class="cut"
            >
              <code>{shownId(hold.file)}</code>
            </Link>
            <Left at={hold.expiresAt} />
            <Wanted
              contests={contestsAbout(state.contests.value, hold)}
              holder={hold.user}
              me={state.me}
            />
          </li>
        ))}
      </ul>
      {holds.length > mostShown && (
        <p class="panel-none">
          And {holds.length - mostShown} more:{' '}
          <Link to={withQuery(address, { as: 'list', part: 'map' })}>all that is reserved</Link>
        </p>
      )}
    </>
  );
}
