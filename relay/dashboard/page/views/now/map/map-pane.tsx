import { List, Map as MapIcon } from 'lucide-preact';
import { shownId } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import type { NowState } from '../now-state.ts';
import { MapBoxes } from './map-boxes.tsx';
import { ReservedList } from './reserved-list.tsx';
import { trailOf } from './tree.ts';
import './map.css';

/** The repository, with what is reserved in it; as a map or as a list. */
export function MapPane({ state }: { readonly state: NowState }) {
  const address = useAddress();
  const root = address.query.get('in') ?? '';
  const isList = address.query.get('as') === 'list';
  return (
    <section class="panel map" aria-labelledby="map-title">
      <header class="panel-head">
        <h2 id="map-title">Repository</h2>
        <Trail root={root} />
        {!isList && <Legend />}
        <Link
          to={withQuery(address, { as: isList ? '' : 'list' })}
          class="map-toggle"
          title={isList ? 'As a map' : 'As a list'}
        >
          {isList ? <MapIcon size={14} aria-hidden /> : <List size={14} aria-hidden />}
          {isList ? 'Map' : 'List'}
        </Link>
      </header>
      {isList ? <ReservedList state={state} root={root} /> : <MapBoxes state={state} root={root} />}
    </section>
  );
}

/** The way back up. */
function Trail({ root }: { readonly root: string }) {
  const address = useAddress();
  const trail = ['', ...trailOf(root)];
  return (
    <nav class="trail" aria-label="Folder">
      {trail.map((path, at) => {
        const name = path === '' ? 'All' : shownId(path.slice(path.lastIndexOf('/') + 1), 60);
        const isHere = at === trail.length - 1;
        return (
          <Link
            key={path}
            to={withQuery(address, { in: path, after: '' })}
            aria-current={isHere ? 'location' : undefined}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

function Legend() {
  return (
    <span class="map-legend faint" aria-hidden="true">
      <i data-kind="held" /> reserved, fades with the time left <i data-kind="contested" />{' '}
      contested
    </span>
  );
}
