import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { pathOfWorkstream } from './parts.ts';

/** A workstream by its slug. */
export function WorkstreamLink({ slug }: { readonly slug: string }) {
  const { href } = usePlace();
  return (
    <Link to={href('work', ...pathOfWorkstream(slug))} class="work-stream cut">
      {asData(slug, 64)}
    </Link>
  );
}
