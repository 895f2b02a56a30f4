import { asData } from '../../../../shared/kernel/display.ts';
import { Link } from '../kit/link.tsx';
import { useAddress } from '../place/address.ts';
import { usePlace } from '../place/place.ts';
import { ongoing } from '../state/ongoing.ts';

/** DSH-72: what goes on in this tab is said in every view, with the way back to it. */
export function OngoingBar() {
  const { href } = usePlace();
  const { view, rest } = useAddress();
  const { value } = ongoing;
  if (value === undefined || value.to.split('?')[0] === href(view, ...rest)) return null;
  return (
    <p class="ongoing-bar" role="status">
      <span class="ongoing-mark" aria-hidden="true" />
      <span class="cut">{asData(value.label, 80)}</span>
      <Link to={value.to}>Back to it</Link>
    </p>
  );
}
