import { Tabs } from '../../../kit/page.tsx';
import { usePlace } from '../../../place/place.ts';

/** The two ways in which a meeting comes here. */
export function AddTabs({ open }: { readonly open: 'paste' | 'record' }) {
  const { href } = usePlace();
  return (
    <Tabs
      label="How"
      tabs={[
        { title: 'Paste', to: `${href('meetings')}?new=1`, isOpen: open === 'paste' },
        { title: 'Record', to: href('meetings', 'record'), isOpen: open === 'record' },
      ]}
    />
  );
}
